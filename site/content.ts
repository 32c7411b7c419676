import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const line = z.string().trim().min(1)

/** The description in search results: long enough to be useful, short enough not to be cut off. */
const description = z.string().min(50).max(165)
const day = z.iso.date()
const Text = z.strictObject({ title: line.max(70).optional(), heading: line.optional(), description })
const Legal = Text.extend({ updated: day, listed: z.boolean().default(true) })
const Post = Text.extend({ title: line.max(70), published: day, updated: day.optional() })
const Guide = Text.extend({ title: line.max(70), order: z.number().int() })
const Alternative = Text.extend({
  title: line.max(70),
  name: line,
  /** The product's own website. */
  home: z.url(),
  /** The day on which its sources were checked. */
  checked: day,
  summary: line,
  better: z.array(line).min(1),
  rows: z.array(z.strictObject({ what: line, theirs: line, ours: line })).min(3),
  sources: z.array(z.strictObject({ name: line, url: z.url() })).min(1),
})

/** The settings of an installation's site. */
const Settings = z.strictObject({
  /** The number of users, as a word or a number: 'hundreds' (SPEC 1, DECISIONS 29). */
  users: line,
  /** A note about payment above the plans; optional. */
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
  /** In reading order. */
  guides: Guide[]
  legal: Legal[]
  marketingGuide: MarketingGuide
}

/** Reads and validates all of `content/`. Throws faults with their file. */
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

/** Reads a Markdown text with YAML front matter between two lines of `---`. Throws faults with their file. */
function readMarkdown<Schema extends z.ZodObject>(
  file: string,
  schema: Schema,
): { data: z.infer<Schema>; body: string } {
  const text = readFileSync(file, 'utf8')
  const [, above, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (above === undefined || body === undefined) throw new Error(`${file}: does not start with front matter`)
  return { data: checked(file, schema, parse(above)), body: body.trim() }
}

/** Reads a YAML file. */
function readYaml<Schema extends z.ZodObject>(file: string, schema: Schema): z.infer<Schema> {
  return checked(file, schema, parse(readFileSync(file, 'utf8')))
}

function checked<Schema extends z.ZodObject>(file: string, schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`)
  return result.data
}
