/** What `gin/deadwood` answers. */
export interface GinDiscard {
  card: string;
  deadwood: number;
  melds: string[][];
  loose: string[];
}
export interface GinHand {
  hand: string[];
  deadwood: number;
  melds: string[][];
  loose: string[];
  best_discard?: string;
  discards?: GinDiscard[];
}
export interface GinAnswer {
  hands: GinHand[];
}

/** A card that lowers the deadwood of ten cards, and what is left after the best discard. */
export interface Out {
  card: string;
  deadwood: number;
}
