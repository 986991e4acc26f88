/** The trainer's score of a family, kept in the browser. */
import type { Grade } from "../../play/grade";

export interface Score {
  count: number;
  lost: number;
  /** The sum of squared losses. */
  squares: number;
  streak: number;
  /** The longest streak. */
  best: number;
}

export function emptyScore(): Score {
  return { count: 0, lost: 0, squares: 0, streak: 0, best: 0 };
}

/** Returns the score after one more grade; a mistake ends the streak. */
export function withGrade(score: Score, grade: Grade): Score {
  const streak = grade.mistake ? 0 : score.streak + 1;
  const squares = score.squares + grade.loss ** 2;
  return { count: score.count + 1, lost: score.lost + grade.loss, squares, streak, best: Math.max(score.best, streak) };
}

/** Returns the mean loss of a spot with its 95 % interval; nothing before the second spot. */
export function meanLoss({ count, lost, squares }: Score): { mean: number; margin: number } | null {
  if (count < 2) return null;
  const mean = lost / count;
  return { mean, margin: 1.96 * Math.sqrt(Math.max(0, squares / count - mean * mean) / (count - 1)) };
}

export function loadScore(family: string): Score {
  try {
    const kept = JSON.parse(localStorage.getItem(`facedown.train.${family}`) ?? "{}") as Partial<Score>;
    // Scores of older pages lack the squares: without them there is no interval.
    return kept.squares === undefined ? emptyScore() : { ...emptyScore(), ...kept };
  } catch {
    return emptyScore();
  }
}

export function saveScore(family: string, score: Score): void {
  localStorage.setItem(`facedown.train.${family}`, JSON.stringify(score));
}
