import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const line = z.string().trim().min(1)

/** What a search engine shows below the title: long enough to say something, short enough not to be cut. */
const description = z.string().min(50).max(165)
const day = z.iso.date()
const Text = z.strictObject({ title: line.max(70).optional(), heading: line.optional(), description })
const Legal = Text.extend({ updated: day, listed: z.boolean().default(true) })
const Post = Text.extend({ title: line.max(70), published: day, updated: day.optional() })
const Guide = Text.extend({ title: line.max(70), order: z.number().int() })
const Alternative = Text.extend({
  title: line.max(70),
  name: line,
  /** Their own page. */
  home: z.url(),
  /** The day on which the sources were read. */
  checked: day,
  summary: line,
  better: z.array(line).min(1),
  rows: z.array(z.strictObject({ what: line, theirs: line, ours: line })).min(3),
  sources: z.array(z.strictObject({ name: line, url: z.url() })).min(1),
})

/** What an operator can make true for their installation. */
const Settings = z.strictObject({
  /** How many use it, as a word or a number: 'hundreds' (SPEC 1, DECISIONS 29). */
  users: line,
  /** What is said of payment above the plans; left out where it is switched on and nothing need be said. */
  payment: line.optional(),
  questions: z.array(z.strictObject({ question: line, answer: line })).min(3),
})

type Entry<Data> = Data & { path: string; body: string }
export type Post = Entry<z.infer<typeof Post>>
export type Guide = Entry<z.infer<typeof Guide>>
export type Legal = Entry<z.infer<typeof Legal>>
export type Alternative = Entry<z.infer<typeof Alternative>>
export type MarketingGuide = Entry<z.infer<typeof Text>>
export interface Content {
  settings: z.infer<typeof Settings>
  /** Newest first. */
  posts: Post[]
  alternatives: Alternative[]
  /** In the order in which they are read. */
  guides: Guide[]
  legal: Legal[]
  marketingGuide: MarketingGuide
}

/** Reads and checks all that is written in `content/`. Throws what is wrong, and in which file. */
export function readContent(folder: string): Content {
  const entries = <Schema extends z.ZodObject>(inner: string, root: string, schema: Schema) =>
    globSync('**/*.md', { cwd: join(folder, inner) })
      .sort()
      .map((name) => {
        const { data, body } = readMarkdown(join(folder, inner, name), schema)
        return { ...data, body, path: `${root}/${name.replace(/\.md$/, '')}` }
      })
  const guide = readMarkdown(join(folder, 'reddit-marketing-guide.md'), Text)
  return {
    settings: readYaml(join(folder, 'site.yaml'), Settings),
    posts: entries('blog', '/blog', Post).sort((a, b) => b.published.localeCompare(a.published)),
    alternatives: entries('alternatives', '/alternative', Alternative).sort((a, b) => a.name.localeCompare(b.name)),
    guides: entries('guide', '/guide', Guide).sort((a, b) => a.order - b.order),
    legal: entries('legal', '/legal', Legal),
    marketingGuide: { ...guide.data, body: guide.body, path: '/reddit-marketing-guide' },
  }
}

/** A text in Markdown with what stands above it in YAML between two lines of `---`. Throws what is wrong, and where. */
function readMarkdown<Schema extends z.ZodObject>(
  file: string,
  schema: Schema,
): { data: z.infer<Schema>; body: string } {
  const text = readFileSync(file, 'utf8')
  const [, above, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (above === undefined || body === undefined) throw new Error(`${file}: does not start with front matter`)
  return { data: checked(file, schema, parse(above)), body: body.trim() }
}

/** A file of YAML alone. */
function readYaml<Schema extends z.ZodObject>(file: string, schema: Schema): z.infer<Schema> {
  return checked(file, schema, parse(readFileSync(file, 'utf8')))
}

function checked<Schema extends z.ZodObject>(file: string, schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`)
  return result.data
}
