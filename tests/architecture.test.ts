import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const rooms = ['app', 'bench', 'engine', 'features', 'platform', 'sandbox', 'site', 'tests']
const sources = rooms.flatMap((room) => filesBelow(join(root, room))).filter((path) => /\.(ts|tsx|mjs)$/.test(path))

interface Import {
  from: string
  to: string
}

/** Every import of every source file, with both ends as paths from the root. Packages keep their name. */
const imports: Import[] = sources.flatMap((path) =>
  [...withoutComments(readFileSync(path, 'utf8')).matchAll(/(?<!')\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => ({
      from: relative(root, path),
      to: target(path, match[1]!),
    }),
  ),
)

/** Forbidden imports, with reasons (DESIGN 1). */
const arrows: { from: RegExp; to: RegExp; why: string }[] = [
  {
    from: /^engine\//,
    to: /^(app|bench|sandbox|site)\/|\/(server|web)\/|^(node:|pg|drizzle|fastify|react)/,
    why: 'the engine is pure: data in, data out',
  },
  {
    from: /^features\/[a-z]+\/contract(-[a-z]+)?\.ts$/,
    to: /^(?!zod$|engine\/|platform\/contract\/|features\/[a-z]+\/contract(-[a-z]+)?\.ts$)/,
    why: 'a contract contains only schemas that the client and the server share',
  },
  {
    from: /^(features\/[a-z]+|platform)\/server\/|^engine\//,
    to: /(^|\/)(web|ui)\/|^(react|site\/)/,
    why: 'logic does not depend on the user interface',
  },
  {
    from: /^(app|features\/[a-z]+|platform)\/(web|ui)\/|^site\//,
    to: /\/server\/|^(pg|drizzle-orm|fastify)/,
    why: 'the browser reaches the server only through contracts',
  },
  {
    from: /^platform\/ui\//,
    to: /^platform\/web\/(?!behavior\/)|^(react-router|@tanstack\/react-query)/,
    why: 'the kit depends on neither the router nor the API',
  },
  {
    from: /^(app|features|platform|site)\/|^engine\/(?!kernels\/)/,
    to: /^engine\/kernels\//,
    why: 'kernels need a compiler that installations of the product lack',
  },
  { from: /^(app|engine|features|platform|site)\//, to: /^bench\//, why: 'the product does not need its benchmarks' },
  {
    from: /^(app|bench|engine|features|platform|site)\//,
    to: /^sandbox\//,
    why: 'the sandbox is reached only over the network, like the services it simulates',
  },
  {
    from: /^sandbox\//,
    to: /^(app|bench|engine|site)\/|\/(server|web|ui)\//,
    why: 'the sandbox shares only interfaces with the product',
  },
  {
    from: /^(app|engine|features|platform|sandbox|site)\//,
    to: /(^|\/)tests\/|\/factories\.ts$/,
    why: 'the product does not need its tests',
  },
  {
    from: /^platform\/server\/backup\//,
    to: /^features\/|\/tables\.ts$/,
    why: 'a backup reads tables from the catalog, so that new tables need no change there',
  },
]

test('the scan finds the code', () => {
  expect(sources.length).toBeGreaterThan(1000)
  expect(imports.length).toBeGreaterThan(3000)
})

test.each(arrows)('$from does not import $to: $why', ({ from, to }) => {
  expect(imports.filter((each) => !isTest(each.from) && from.test(each.from) && to.test(each.to))).toEqual([])
})

test('features import others only by contract or server/index.ts, the platform no feature, the engine only itself', () => {
  const crossings = imports.filter(({ from, to }) => {
    const [ours, theirs] = [unitOf(from), unitOf(to)]
    return !isTest(from) && ours !== theirs && theirs !== null && isCrossing(ours, theirs, to)
  })
  expect(crossings).toEqual([])
})

test('folders have no import cycles, so each can be changed without the folders that use it', () => {
  const uses = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [ours, theirs] = [folderOf(from), folderOf(to)]
    if (isTest(from) || ours === null || theirs === null || ours === theirs) continue
    uses.set(ours, (uses.get(ours) ?? new Set()).add(theirs))
  }
  // Repeatedly removes folders that use none of the rest. The remaining ones are in a cycle or use one that is.
  for (let free: string[] | null = null; free === null || free.length > 0; ) {
    free = [...uses.keys()].filter((folder) => ![...(uses.get(folder) ?? [])].some((used) => uses.has(used)))
    for (const folder of free) uses.delete(folder)
  }
  expect(
    Object.fromEntries([...uses].map(([folder, used]) => [folder, [...used].filter((one) => uses.has(one))])),
  ).toEqual({})
})

/**
 * Returns a part of a feature or of the platform, such as features/leads/server, or another top folder. Returns null
 * for a package. Browser behavior without React is a layer below the kit.
 */
function folderOf(path: string): string | null {
  const [room = '', name = '', part = ''] = path.split('/')
  if (!rooms.includes(room)) return null
  if (room === 'features') return `${room}/${name}/${part}`
  if (room !== 'platform') return room
  return part === 'behavior' ? `${room}/${name}/${part}` : `${room}/${name}`
}

/** Returns the unit of a file: a feature such as features/leads, or another top folder. Returns null for a package. */
function unitOf(path: string): string | null {
  const [room = '', name = ''] = path.split('/')
  if (!rooms.includes(room)) return null
  return room === 'features' ? `features/${name}` : room
}

function isCrossing(ours: string | null, theirs: string, to: string): boolean {
  if (ours === 'engine' || ours === 'platform') return theirs !== 'engine'
  if (ours?.startsWith('features/')) {
    if (theirs === 'app' || theirs === 'site') return true
    return theirs.startsWith('features/') && !/^features\/[a-z]+\/(contract(-[a-z]+)?|server\/index)\.ts$/.test(to)
  }
  return false
}

describe('code rules', () => {
  test('only platform/server/config.ts reads the environment', () => {
    const readers = sources.filter((path) => /process\.env/.test(withoutComments(readFileSync(path, 'utf8'))))
    expect(readers.map((path) => relative(root, path)).filter((path) => !isTest(path))).toEqual([
      'platform/server/config.ts',
    ])
  })

  test('no folder or file is a catch-all', () => {
    const drawer = /(^|\/)(utils?|lib|helpers?|common|misc)(\/|\.[a-z.]+$)/
    expect(sources.map((path) => relative(root, path)).filter((path) => drawer.test(path))).toEqual([])
  })

  test('no file is called testing: test support is in a tests folder or called factories', () => {
    expect(sources.map((path) => relative(root, path)).filter((path) => /(^|\/)testing[-.]/.test(path))).toEqual([])
  })

  test('no code folder contains more than 25 files', () => {
    // These contain the sandbox's texts, one file for each kind of post and each theme.
    const texts = ['sandbox/community/language/kinds', 'sandbox/community/language/themes']
    const folders = Map.groupBy(sources, (path) => relative(root, dirname(path)))
    const full = [...folders].filter(([folder, files]) => files.length > 25 && !texts.includes(folder))
    expect(full.map(([folder]) => folder)).toEqual([])
  })

  test('no source file is longer than 400 lines', () => {
    const long = sources.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)
    expect(long.map((path) => relative(root, path))).toEqual([])
  })

  test('paths cited in documents exist, and no line numbers are cited', () => {
    const documents = [
      'README.md',
      'STYLE.md',
      'SECURITY.md',
      ...filesBelow(join(root, 'docs')).map((path) => relative(root, path)),
    ]
    const missing: string[] = []
    for (const document of documents) {
      const text = readFileSync(join(root, document), 'utf8')
      for (const [, path] of text.matchAll(
        /`((?:app|bench|deploy|docs|engine|features|platform|sandbox|site|tests)\/[\w./-]*|[\w-]+\.(?:md|mjs|json))`/g,
      )) {
        if (!exists(join(root, path!))) missing.push(`${document}: ${path}`)
      }
      expect(text).not.toMatch(/\.tsx?:\d+/)
    }
    expect(missing).toEqual([])
  })

  test('decision records cited in code and other records exist', () => {
    const records = filesBelow(join(root, 'docs/decisions'))
    const code = [...sources, ...filesBelow(join(root, 'platform/server/database/migrations'))]
    const cited = [
      ...code.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/docs\/decisions\/(\d{4})/g)]),
      ...records.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(?<![\w,.])(00\d\d)(?![\w.-])/g)]),
    ]
    const numbers = new Set(records.map((path) => relative(join(root, 'docs/decisions'), path).slice(0, 4)))
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.map(([, number]) => number).filter((number) => !numbers.has(number!))).toEqual([])
  })

  test("no file mentions paths of a developer's machine", () => {
    const telling = sources.filter((path) => /(?<![\w.])\/(work|root|home|tmp)\//.test(readFileSync(path, 'utf8')))
    expect(telling.map((path) => relative(root, path)).filter((path) => path !== 'tests/architecture.test.ts')).toEqual(
      [],
    )
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'data'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function target(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(dirname(path), specifier))
  return specifier.replace(/^#/, '')
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)tests\//.test(path)
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

function exists(path: string): boolean {
  try {
    return statSync(path) !== undefined
  } catch {
    return false
  }
}
