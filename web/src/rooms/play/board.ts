import type { Chosen, TableAnswer } from "../../play/types";

/** What the board of every game gets. */
export interface BoardProps {
  answer: TableAnswer;
  /** Whether a move is on its way. */
  busy: boolean;
  /** Plays a move; the text is its notation. */
  act: (action: Chosen, text: string) => void;
}

/** Returns the name of a seat: you, or its number. */
export function playerKind(answer: TableAnswer, seat: number): string {
  return answer.players[seat] ?? "";
}
