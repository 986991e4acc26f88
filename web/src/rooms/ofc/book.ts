/** The opening book: the best placement of the first five cards. Format: docs/reference/ofc-book.md. */
import { RANKS, SUITS, type Card } from "../../lib/cards";
import { t } from "../../texts";
import { ROWS, type Row } from "./position";

const HEADER = 192;
const MARK = 8;
const ENTRY = 8;
const NONE = 255;

/** An entry for five cards; its error is one of 68 %. */
export interface Opening {
  best: Row[];
  second: Row[] | null;
  value: number;
  error: number;
  behind: number;
}

/**
 * Returns the half-width of the 95 % interval of the gap to the second best. The book keeps the error of
 * the best value alone: both are taken to be as uncertain, and independent. They met the same deals, so
 * that the gap is known better than that (docs/reference/ofc-book.md).
 */
export function gapMargin({ error }: Opening): number {
  return 1.96 * Math.SQRT2 * error;
}

export class Book {
  readonly #data: DataView;
  readonly #shards: number;
  readonly classes: number;

  constructor(bytes: ArrayBuffer) {
    this.#data = new DataView(bytes);
    const name = new TextDecoder().decode(new Uint8Array(bytes, 0, Math.min(8, bytes.byteLength)));
    if (name !== "OFCBOOK\n") throw new Error(t.errors.notBook);
    this.#shards = this.#data.getUint32(12, true);
    this.classes = this.#data.getUint32(16, true);
    const length = HEADER + MARK * this.#shards + ENTRY * this.classes;
    if (bytes.byteLength !== length) throw new Error(t.errors.bookLength(bytes.byteLength, length));
  }

  /** Looks five different cards up, in any order; rows come in the order of the cards. */
  lookUp(cards: readonly Card[]): Opening {
    const { suits, order } = canonical(cards);
    const at = HEADER + MARK * this.#shards + ENTRY * classIndex(suits);
    const rows = (code: number): Row[] => order.map((place) => ROWS[Math.floor(code / 3 ** place) % 3]!);
    const second = this.#data.getUint8(at + 1);
    return {
      best: rows(this.#data.getUint8(at)),
      second: second === NONE ? null : rows(second),
      value: this.#data.getInt16(at + 2, true) / 128,
      error: this.#data.getUint16(at + 4, true) / 1024,
      behind: this.#data.getUint16(at + 6, true) / 1024,
    };
  }
}

/** Returns the ranks of each suit, the greatest first, and for each card its place among them. */
function canonical(cards: readonly Card[]): { suits: number[]; order: number[] } {
  const ranks = [0, 0, 0, 0];
  for (const card of cards) ranks[SUITS.indexOf(card[1]!)]! |= 1 << RANKS.indexOf(card[0]!);
  const bySize = [0, 1, 2, 3].sort((a, b) => ranks[b]! - ranks[a]! || a - b);
  const bits = cards.map((card) => 13 * bySize.indexOf(SUITS.indexOf(card[1]!)) + RANKS.indexOf(card[0]!));
  const sorted = [...bits].sort((a, b) => a - b);
  return { suits: bySize.map((suit) => ranks[suit]!), order: bits.map((bit) => sorted.indexOf(bit)) };
}

/** All sets of at most five ranks as numbers, in order, by their size. */
const SETS: number[][] = Array.from({ length: 6 }, () => []);
for (let ranks = 0; ranks < 1 << 13; ranks++) SETS[count(ranks)]?.push(ranks);
const ALL = SETS.flat().sort((a, b) => a - b);

function count(ranks: number): number {
  let n = 0;
  for (let rest = ranks; rest > 0; rest &= rest - 1) n++;
  return n;
}

/** Returns how many numbers of a sorted list are below one. */
function below(list: readonly number[], number: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SIZES = ALL.map(count);
/** The ways to hold so many cards in the next two suits, none below the place in `ALL`. */
const WAYS_TO_GO_ON: number[][] = SETS.map((_, left) => {
  const ways = Array<number>(ALL.length + 1).fill(0);
  for (let d = ALL.length - 1; d >= 0; d--) {
    const list = SETS[left - SIZES[d]!];
    ways[d] = ways[d + 1]! + (list ? list.length - below(list, ALL[d]!) : 0);
  }
  return ways;
});

/** Returns the place of a hand among all canonical ones, sorted by spades, hearts, diamonds, clubs. */
export function classIndex([clubs, diamonds, hearts, spades]: readonly number[]): number {
  let index = 0;
  for (let s = 0; ALL[s]! <= spades!; s++) {
    for (let h = s; h < ALL.length && (ALL[s]! < spades! || ALL[h]! < hearts!); h++) {
      const left = 5 - SIZES[s]! - SIZES[h]!;
      index += WAYS_TO_GO_ON[left]?.[h] ?? 0;
    }
  }
  const left = 5 - count(spades!) - count(hearts!);
  for (let d = below(ALL, hearts!); ALL[d]! < diamonds!; d++) {
    const list = SETS[left - SIZES[d]!];
    if (list) index += list.length - below(list, ALL[d]!);
  }
  const list = SETS[left - count(diamonds!)]!;
  return index + below(list, clubs!) - below(list, diamonds!);
}

let loading: Promise<Book> | null = null;

/** Loads the book once. */
export function loadBook(): Promise<Book> {
  loading ??= fetch("./book/standard.book").then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return new Book(await response.arrayBuffer());
  });
  loading.catch(() => (loading = null));
  return loading;
}
