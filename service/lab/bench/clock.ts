const NANOSECONDS_PER_MS = 1e6;

/** Milliseconds on a clock that all processes of one machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / NANOSECONDS_PER_MS;
