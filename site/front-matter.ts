import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** A text in Markdown with what stands above it in YAML between two lines of `---`. Throws what is wrong, and where. */
export function readMarkdown<Schema extends z.ZodObject>(
  file: string,
  schema: Schema,
): { data: z.infer<Schema>; body: string } {
  const text = readFileSync(file, 'utf8')
  const [, above, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (above === undefined || body === undefined) throw new Error(`${file}: it does not begin with front matter`)
  return { data: checked(file, schema, parse(above)), body: body.trim() }
}

/** A file of YAML alone. */
export function readYaml<Schema extends z.ZodObject>(file: string, schema: Schema): z.infer<Schema> {
  return checked(file, schema, parse(readFileSync(file, 'utf8')))
}

function checked<Schema extends z.ZodObject>(file: string, schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`)
  return result.data
}
