import { fieldsOf } from './behaviour.ts'

/** Returns the model's answer to a question: text, or JSON if a schema is given. */
export function answerTo(question: string, { name, schema }: Record<string, unknown>): string {
  if (schema === undefined) return 'This is the sandbox. It has no language model.'
  const data = dataIn(question)
  const answer = typeof name === 'string' ? answers[name]?.(data) : undefined
  return JSON.stringify(answer ?? filled(schema, data))
}

/** Answers that need more than a schema, by schema name. */
const answers: Record<string, (data: Record<string, unknown>) => unknown> = {
  website_profile: websiteProfile,
}

/** Returns a website profile in the words of its pages, so that the caller can verify it. */
function websiteProfile({ found, pages }: Record<string, unknown>): unknown {
  const known = fieldsOf(found)
  const texts = (Array.isArray(pages) ? pages : []).map((page) => String(fieldsOf(page).text ?? ''))
  const sentences = texts.flatMap((text) => text.match(/[^.!?\n]{30,200}[.!?]/g) ?? []).map((each) => each.trim())
  const list = (name: string) => (Array.isArray(known[name]) ? known[name] : [])
  return {
    name: known.name ?? '',
    summary: sentences.slice(0, 2).join(' ') || known.summary || '',
    audience: list('audience'),
    pains: list('pains'),
    keywords: [...list('keywords')].reverse(),
    competitors: list('competitors'),
    communities: list('communities'),
  }
}

/** Returns the JSON object in a question. */
function dataIn(question: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(question.slice(question.indexOf('{'), question.lastIndexOf('}') + 1)))
  } catch {
    // Most questions contain no data, and plain text may have braces. The schema alone then determines the answer.
    return {}
  }
}

/** Returns the smallest value that fits a schema, using data with the same names. */
function filled(schema: unknown, given: unknown): unknown {
  const { type, enum: values, const: only, properties, items, minItems, minimum, anyOf } = fieldsOf(schema)
  if (only !== undefined) return only
  if (Array.isArray(values)) return values.includes(given) ? given : values[0]
  if (Array.isArray(anyOf)) return filled(anyOf[0], given)
  const fields = fieldsOf(given)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(fieldsOf(properties)).map(([key, each]) => [key, filled(each, fields[key])]),
      )
    case 'array': {
      const list = Array.isArray(given) ? given : []
      const length = Math.max(list.length, typeof minItems === 'number' ? minItems : 0)
      return Array.from({ length }, (_, at) => filled(items, list[at]))
    }
    case 'integer':
    case 'number':
      return typeof given === 'number' ? given : (minimum ?? 0)
    case 'boolean':
      return given === true
    case 'string':
      return typeof given === 'string' ? given : ''
    default:
      return null
  }
}
