import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const rooms = ['contract', 'engine', 'server', 'web', 'sandbox', 'bench', 'tests']
const sources = rooms.flatMap((room) => filesBelow(join(root, room))).filter((path) => /\.(ts|tsx|mjs)$/.test(path))

interface Import {
  from: string
  to: string
}

/** Every import of every source file, both ends as paths from the root; packages keep their name. */
const imports: Import[] = sources.flatMap((path) =>
  [...withoutComments(readFileSync(path, 'utf8')).matchAll(/(?<!')\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => ({
      from: relative(root, path),
      to: target(path, match[1]!),
    }),
  ),
)

/** The arrows of DESIGN 1: who may not know whom, and why. */
const arrows: { from: RegExp; to: RegExp; why: string }[] = [
  {
    from: /^contract\//,
    to: /^(engine|server|web|bench)\//,
    why: 'the contract is what both sides agree on: it knows neither',
  },
  { from: /^contract\//, to: /^(?!contract\/|zod$)/, why: 'it is zod and nothing else' },
  { from: /^engine\//, to: /^(server|web|bench)\//, why: 'the engine is pure: data in, data out' },
  {
    from: /^engine\//,
    to: /^(node:|pg|drizzle|fastify|react)/,
    why: 'the engine has no database, network, files or environment',
  },
  { from: /^web\//, to: /^(server|bench)\//, why: 'the web speaks to the server through the contract only' },
  { from: /^(contract|engine|server)\//, to: /^(web|react)/, why: 'what happens does not depend on how it looks' },
  { from: /^(contract|engine|server|web)\//, to: /^bench\//, why: 'the product does not need its benchmarks' },
  {
    from: /^(contract|engine|server|web|bench)\//,
    to: /^sandbox\//,
    why: 'the sandbox is the outside world: it is spoken to over its wires alone',
  },
  {
    from: /^sandbox\//,
    to: /^(engine|server|web|bench)\//,
    why: 'the outside world knows nothing of the product but where the two meet',
  },
  {
    from: /^server\/(sources|out)\//,
    to: /^(server\/(db|features|actions|pipeline)\/|pg|drizzle)/,
    why: 'sources and out know no database',
  },
  {
    from: /^server\/(db|embedded)\//,
    to: /^server\/(features|actions|pipeline|sources|backup|http|commands)\//,
    why: 'the database knows nobody who uses it',
  },
  {
    from: /^server\/backup\//,
    to: /^server\/(db\/schema|features|actions|pipeline|sources|http|commands)/,
    why: 'a backup knows tables by the catalogue alone, so that a new one needs no change there',
  },
  {
    from: /^server\/(features|pipeline)\//,
    to: /^server\/(actions|backup|http|commands|app|routes|jobs)/,
    why: 'features and steps are below what spans them and what calls them',
  },
  { from: /^server\/features\//, to: /^server\/pipeline\//, why: 'steps use features, not the other way round' },
  {
    from: /^server\/actions\//,
    to: /^server\/(backup|http|commands|app|routes|jobs)/,
    why: 'a verb does not know who calls it',
  },
  {
    from: /^server\/http\//,
    to: /^server\/(actions|pipeline|commands)\//,
    why: 'HTTP calls verbs by the table of routes alone',
  },
  {
    from: /^web\/ui\//,
    to: /^(web\/(app|site)\/|react-router|@tanstack\/react-query|contract\/api)/,
    why: 'ui knows neither router nor API',
  },
]

test('the scan finds the code', () => {
  expect(sources.length).toBeGreaterThan(30)
  expect(imports.length).toBeGreaterThan(60)
})

test.each(arrows)('$from does not import $to: $why', ({ from, to }) => {
  expect(imports.filter((each) => !isTest(each.from) && from.test(each.from) && to.test(each.to))).toEqual([])
})

/** Rooms whose folders are neighbours that must not know each other. */
test.each([
  ['server/pipeline/', 'steps meet in tables'],
  ['server/features/', 'what spans features is a verb in actions'],
  ['web/app/screens/', 'a screen never imports another'],
])('the parts of %s do not import each other: %s', (room) => {
  const part = (path: string) =>
    path
      .slice(room.length)
      .split('/')[0]!
      .replace(/\.tsx?$/, '')
  const shared = new Set(['rows'])
  const crossings = imports.filter(
    ({ from, to }) =>
      from.startsWith(room) && to.startsWith(room) && !isTest(from) && part(from) !== part(to) && !shared.has(part(to)),
  )
  expect(crossings).toEqual([])
})

test('only actions and the composition root bring several features together', () => {
  const features = Map.groupBy(
    imports.filter(({ from, to }) => /^server\//.test(from) && /^server\/features\//.test(to) && !isTest(from)),
    ({ from }) => from,
  )
  const several = [...features].filter(([, found]) => new Set(found.map(({ to }) => to.split('/')[2])).size > 1)
  const roots = /^server\/(actions\/|features\/|app\.ts$|routes\.ts$)/
  expect(several.map(([from]) => from).filter((from) => !roots.test(from))).toEqual([])
})

describe('house rules', () => {
  test('only platform/server/config.ts reads the environment', () => {
    const readers = sources.filter((path) => /process\.env/.test(withoutComments(readFileSync(path, 'utf8'))))
    expect(readers.map((path) => relative(root, path)).filter((path) => !isTest(path))).toEqual([
      'platform/server/config.ts',
    ])
  })

  test('no folder or file is a drawer for anything', () => {
    const drawer = /(^|\/)(utils?|lib|helpers?|common|misc)(\/|\.[a-z.]+$)/
    expect(sources.map((path) => relative(root, path)).filter((path) => drawer.test(path))).toEqual([])
  })

  test('no source file is longer than 400 lines', () => {
    const long = sources.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)
    expect(long.map((path) => relative(root, path))).toEqual([])
  })

  test('paths that the documents cite exist, and no line numbers are cited', () => {
    const documents = ['README.md', 'STYLE.md', ...filesBelow(join(root, 'docs')).map((path) => relative(root, path))]
    const missing: string[] = []
    for (const document of documents) {
      const text = readFileSync(join(root, document), 'utf8')
      for (const [, path] of text.matchAll(
        /`((?:contract|engine|server|web|sandbox|bench|tests|docs|content)\/[\w./-]*|[\w-]+\.(?:md|mjs|json))`/g,
      )) {
        if (!exists(join(root, path!))) missing.push(`${document}: ${path}`)
      }
      expect(text).not.toMatch(/\.tsx?:\d+/)
    }
    expect(missing).toEqual([])
  })

  test('nothing tells of the machine it was written on', () => {
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
  return /\.test\.tsx?$|^tests\/|^server\/(testing|seeding)/.test(path)
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
