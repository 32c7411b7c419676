import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../contract/errors.ts'
import type { Config } from './config.ts'
import type { Ctx } from './ctx.ts'

/**
 * Uploads and imports stop while less than this is free on DATA_DIR's disk, in bytes: without space for its
 * write-ahead log, PostgreSQL goes down.
 */
export const reserveBytes = 512 * 1024 ** 2

/**
 * Nothing is written to the database while less than this is free, in bytes: four write-ahead log segments. Without
 * space for its log, PostgreSQL crashes and can't restart. If it only serves reads, it keeps running.
 */
export const floorBytes = 64 * 1024 ** 2

/** Workers stopped by a full disk restart once this is free, in bytes. Higher than the floor, to avoid flapping. */
export const roomyBytes = 2 * floorBytes

/** How soon callers should retry after a full disk. */
const retryAfterSeconds = 30

/** Returns the bytes that Earshot can still write on the disk of `folder`; Infinity if unknown. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null)
  if (found === null) return Number.POSITIVE_INFINITY
  const { bavail, bsize, files, ffree } = found
  // A disk without free inodes can't hold new files. Some file systems don't count inodes.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize
}

/** Returns the free bytes on the database's disk: Infinity with DATABASE_URL, whose disk is unknown. */
export async function databaseFreeBytes({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl === null ? freeBytes(dataDir) : Number.POSITIVE_INFINITY
}

/** Returns whether the disk has space for `neededBytes` more without using the reserve. */
export async function hasFreeSpace(ctx: Pick<Ctx, 'freeBytes'>, neededBytes = 0): Promise<boolean> {
  return (await ctx.freeBytes()) >= reserveBytes + neededBytes
}

/** Resolves once more than the reserve is free or the process is to stop. */
export async function waitForFreeSpace(ctx: Pick<Ctx, 'freeBytes' | 'stopping'>, everyMs = 1000): Promise<void> {
  while (!ctx.stopping.aborted && !(await hasFreeSpace(ctx))) {
    await pause(everyMs, undefined, { signal: ctx.stopping }).catch(() => {
      // Stopped.
    })
  }
}

/** Returns whether the disk is too full to write to the database. */
export async function isBelowFloor(ctx: Pick<Ctx, 'freeBytes'>): Promise<boolean> {
  return (await ctx.freeBytes()) < floorBytes
}

/** Returns whether a disk counts as full, given whether it did before. */
export function isStillFull(wasFull: boolean, free: number): boolean {
  return free < (wasFull ? roomyBytes : floorBytes)
}

/** Throws a 503 error if `neededBytes` more would use the reserve. */
export async function requireFreeSpace(ctx: Pick<Ctx, 'freeBytes'>, neededBytes = 0): Promise<void> {
  if (!(await hasFreeSpace(ctx, neededBytes))) throw diskFull()
}

/** Returns the error for callers while the server's disk is full. */
export function diskFull(): ApiError {
  const message = 'The disk is full. Free up space on the server, then try again.'
  return new ApiError('ServiceUnavailableError', message, { reason: 'diskFull', retryAfter: retryAfterSeconds })
}
