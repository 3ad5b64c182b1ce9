/** The check of a proof, loaded when it is made: it brings the curve of signatures and the rules of the game. */
export const loadCheck = async () => (await import("#domain/features/crash/check-proof.ts")).checkCrashProof;
