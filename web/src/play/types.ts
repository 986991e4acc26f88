/** What the calls at tables take and answer. */
export type { ActionAnswer as Action, Chosen, CreateAnswer, EventAnswer as TableEvent, HandResult, HistoryAnswer, SeatView as View, TableAnswer } from "../engine";
