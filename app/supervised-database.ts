import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { type DatabaseAddress, databaseAddress } from '#platform/server/database/address.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { aborted } from '#platform/server/faults/aborted.ts'
import { Backoff } from '#platform/server/faults/backoff.ts'
import { wordsOf } from '#platform/server/faults/fault.ts'
import { DiskFullError } from '#platform/server/faults/start-error.ts'
import { databaseFreeBytes, isStillFull, roomyBytes } from '#platform/server/free-space.ts'

const watchMs = 1000

export interface KeptDatabaseOptions {
  stop: AbortSignal
  say: (line: string) => void
}

/** The database as the supervisor runs it: restarted whenever it stops, as often as necessary. */
export class SupervisedDatabase {
  readonly #config: Config
  readonly #options: KeptDatabaseOptions
  readonly #backoff = new Backoff({ firstMs: 250, mostMs: 15_000, calmMs: 120_000 })
  #address: DatabaseAddress | null = null
  #isDiskFull = false

  constructor(config: Config, options: KeptDatabaseOptions) {
    this.#config = config
    this.#options = options
  }

  /** The URL of the database; null if it has never run because its disk was full at the start. */
  get url(): string | null {
    return this.#address?.url ?? null
  }

  /** Whether the database runs and its disk has space for the workers. */
  get takesWrites(): boolean {
    return this.#address !== null && !this.#isDiskFull
  }

  /** Starts the database and migrates it. Throws StartError, except for a full disk, which may have space later. */
  async open(): Promise<void> {
    await this.#open().catch((error: unknown) => {
      if (!(error instanceof DiskFullError)) throw error
      this.#options.say(`The database can't start: ${error.message}`)
    })
    await this.#watchDisk(() => {})
  }

  /**
   * Watches the database until `stop`. Calls `onMove` when its URL has changed since the roles started, and `onFull`
   * when its disk is too full for workers.
   */
  async watch({ onMove, onFull }: { onMove: () => void; onFull: () => void }): Promise<void> {
    const { stop, say } = this.#options
    const nextRetryAt = () => performance.now() + this.#backoff.nextMs(performance.now())
    let tryAt = this.#address ? null : nextRetryAt()
    while (!stop.aborted) {
      const wait = Math.min(watchMs, (tryAt ?? Number.POSITIVE_INFINITY) - performance.now())
      await Promise.race([pause(Math.max(0, wait), undefined, { ref: false }), aborted(stop)])
      if (stop.aborted) return
      await this.#watchDisk(onFull)
      if (this.#address && this.#address.embedded?.isRunning() !== false) continue
      if (tryAt === null) {
        say('The database stopped. Restarting it')
        tryAt = nextRetryAt()
      } else if (performance.now() >= tryAt) {
        tryAt = (await this.#startAgain(onMove)) ? null : nextRetryAt()
      }
    }
  }

  async release(): Promise<void> {
    await this.#address?.embedded?.release()
  }

  async #open(): Promise<void> {
    const address = await databaseAddress(this.#config)
    try {
      await migrate(address.url)
    } catch (error) {
      await address.embedded?.release()
      if (!isStillFull(false, await databaseFreeBytes(this.#config))) throw error
      throw new DiskFullError(
        `the disk that holds ${this.#config.dataDir} is full. The database starts once there is space`,
      )
    }
    this.#address = address
  }

  /** Restarts the database. Returns whether it runs now. */
  async #startAgain(onMove: () => void): Promise<boolean> {
    const { say } = this.#options
    const before = this.url
    try {
      // Its tables were migrated when it was first opened.
      if (before === null) await this.#open()
      else this.#address = await databaseAddress(this.#config, { launchesMost: 1 })
    } catch (error) {
      say(`The database can't start: ${wordsOf(error)}. Retrying`)
      return false
    }
    say('The database is running again')
    if (this.url !== before) onMove()
    return true
  }

  /** Reports when the disk of the embedded PostgreSQL is full and when it has space again. */
  async #watchDisk(onFull: () => void): Promise<void> {
    const free = await databaseFreeBytes(this.#config)
    const isFull = isStillFull(this.#isDiskFull, free)
    if (isFull === this.#isDiskFull) return
    this.#isDiskFull = isFull
    this.#options.say(isFull ? fullLine(this.#config.dataDir, free) : roomyLine(free))
    if (isFull) onFull()
  }
}

function fullLine(dataDir: string, free: number): string {
  return (
    `The disk that holds ${dataDir} is full: ${megabytes(free)} MB are free. Earshot is read-only until ` +
    `${megabytes(roomyBytes)} MB are free. Free up space`
  )
}

function roomyLine(free: number): string {
  return `The disk has space again (${megabytes(free)} MB free). Resuming`
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 ** 2)
}
