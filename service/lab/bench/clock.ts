const NANOSECONDS_PER_MS = 1e6;

/** Milliseconds on the clock that the processes of one machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / NANOSECONDS_PER_MS;
