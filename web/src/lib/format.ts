/** Numbers as people read them. */
import { t } from "../texts";

/** Returns a value with its sign and a fixed number of decimals. */
export function signed(value: number, decimals = 2): string {
  const text = Math.abs(value).toFixed(decimals);
  const zero = Number(text) === 0;
  return `${zero ? "" : value < 0 ? "−" : "+"}${text}`;
}

/** Returns a share of one as a percentage. */
export function percent(share: number, decimals = 1): string {
  return `${(100 * share).toFixed(decimals)} %`;
}

/** Returns a whole number with thin spaces between thousands. */
export function thousands(value: number): string {
  return Math.round(value).toString().replace("-", "−").replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** An estimate with the bounds of its 95 % interval; without bounds it is exact. */
export interface Estimate {
  value: number;
  low?: number | null;
  high?: number | null;
}

/** Returns the half-width of the interval, or `exact`. */
export function margin(estimate: Estimate, decimals = 2): string {
  if (estimate.low == null || estimate.high == null) return t.common.exact;
  const half = (estimate.high - estimate.low) / 2;
  return half === 0 ? t.common.exact : `± ${half.toFixed(decimals)}`;
}
