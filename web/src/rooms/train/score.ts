/** The trainer's score of a family, kept in the browser. */
import type { Grade } from "../../play/grade";

export interface Score {
  count: number;
  lost: number;
  streak: number;
  /** The longest streak. */
  best: number;
}

export function emptyScore(): Score {
  return { count: 0, lost: 0, streak: 0, best: 0 };
}

/** Returns the score after one more grade; a mistake ends the streak. */
export function withGrade(score: Score, grade: Grade): Score {
  const streak = grade.mistake ? 0 : score.streak + 1;
  return { count: score.count + 1, lost: score.lost + grade.loss, streak, best: Math.max(score.best, streak) };
}

export function loadScore(family: string): Score {
  try {
    return { ...emptyScore(), ...(JSON.parse(localStorage.getItem(`facedown.train.${family}`) ?? "{}") as Partial<Score>) };
  } catch {
    return emptyScore();
  }
}

export function saveScore(family: string, score: Score): void {
  localStorage.setItem(`facedown.train.${family}`, JSON.stringify(score));
}
