import { type Bounds, shownLine, shownLines } from "../kernel/shown-text.ts";
import { holdsForeignLink } from "./foreign-link.ts";
import { isRefused } from "./words.ts";

const REFUSED_MESSAGE = "Must not contain words that harm others";
const LINK_MESSAGE = "Must not contain links to other sites";
const harmsNobody = (text: string): boolean => !isRefused(text);
const leadsNowhere = (text: string): boolean => !holdsForeignLink(text);

/** A public line: no links to other sites, and the chat's rule of words. */
export const publicLine = (bounds: Parameters<typeof shownLine>[0]) =>
  shownLine(bounds).refine(harmsNobody, REFUSED_MESSAGE).refine(leadsNowhere, LINK_MESSAGE);

/** The same of several lines, or of nothing. */
export const publicLines = (bounds: Bounds) =>
  shownLines(bounds).refine(harmsNobody, REFUSED_MESSAGE).refine(leadsNowhere, LINK_MESSAGE);
