import { en, type Texts } from "./en";

/** The texts in the reader's language; English is the only one so far. */
export const t: Texts = en;
