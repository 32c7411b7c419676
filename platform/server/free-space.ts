import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../contract/errors.ts'
import type { Config } from './config.ts'
import type { Ctx } from './ctx.ts'

/**
 * Uploads and imports stop while less than this is free on the disk that holds DATA_DIR: PostgreSQL needs room for its
 * write-ahead log, without which it serves nobody.
 */
export const reserveBytes = 512 * 1024 ** 2

/**
 * Nothing is written to the database while less than this is free: a PostgreSQL that runs out of room for its
 * write-ahead log ends, and can't start again, while one that is only read goes on. Four segments of that log.
 */
export const floorBytes = 64 * 1024 ** 2

/** Workers stopped by a full disk start again once this is free: more than what stopped them, or they would take turns. */
export const roomyBytes = 2 * floorBytes

/** How soon callers should retry after the disk was full. */
const retryAfterSeconds = 30

/** Returns the bytes that Earshot can still write on the disk that holds `folder`; Infinity if it can't be read. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null)
  if (found === null) return Number.POSITIVE_INFINITY
  const { bavail, bsize, files, ffree } = found
  // A disk without inodes takes no new file either. Some file systems don't count them.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize
}

/** Returns the bytes that are free on the database's disk: Infinity with DATABASE_URL, whose disk is unknown. */
export async function databaseFreeBytes({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl === null ? freeBytes(dataDir) : Number.POSITIVE_INFINITY
}

/** Tells whether the disk has room for `neededBytes` more without touching the reserve. */
export async function hasFreeSpace(ctx: Pick<Ctx, 'freeBytes'>, neededBytes = 0): Promise<boolean> {
  return (await ctx.freeBytes()) >= reserveBytes + neededBytes
}

/** Resolves once there is more than the reserve, or the process is to end. */
export async function waitForFreeSpace(ctx: Pick<Ctx, 'freeBytes' | 'stopping'>, everyMs = 1000): Promise<void> {
  while (!ctx.stopping.aborted && !(await hasFreeSpace(ctx))) {
    await pause(everyMs, undefined, { signal: ctx.stopping }).catch(() => {
      // Stopped.
    })
  }
}

/** Tells whether the disk is too full for the database to be written to. */
export async function isBelowFloor(ctx: Pick<Ctx, 'freeBytes'>): Promise<boolean> {
  return (await ctx.freeBytes()) < floorBytes
}

/** Tells whether a disk is full, given whether it was. */
export function isStillFull(wasFull: boolean, free: number): boolean {
  return free < (wasFull ? roomyBytes : floorBytes)
}

/** Throws a 503 error when `neededBytes` more would touch the reserve. */
export async function requireFreeSpace(ctx: Pick<Ctx, 'freeBytes'>, neededBytes = 0): Promise<void> {
  if (!(await hasFreeSpace(ctx, neededBytes))) throw diskFull()
}

/** The answer to callers while the server's disk is full. */
export function diskFull(): ApiError {
  const message = 'The disk is full. Free up space on the server, then try again.'
  return new ApiError('ServiceUnavailableError', message, { reason: 'diskFull', retryAfter: retryAfterSeconds })
}
