/**
 * An archive is uploaded in pieces of this many bytes, in order; only the last one is smaller. A slow line sends one well
 * within the minute that a request may take, and proxies let as much through unless they are told otherwise.
 */
export const chunkBytes = 1024 * 1024

/** What may be uploaded; larger archives are for the command line, which reads them where they are. */
export const uploadMaxBytes = 2 * 1024 ** 3

/** What is said of a larger one. */
export const uploadTooLarge =
  'Uploads can be at most 2 GB. To import a larger archive, use npm run import on the server'

/** Bytes of piece `number` of an archive of so many bytes; 0 where it has no such piece. */
export function chunkLength(bytesTotal: number, number: number): number {
  return Math.max(0, Math.min(chunkBytes, bytesTotal - number * chunkBytes))
}
