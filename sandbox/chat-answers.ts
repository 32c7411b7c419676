import { fieldsOf } from './behaviour.ts'
import { leadVerdicts } from './lead-verdicts.ts'

/** Returns the model's answer to a question: text, or JSON if a schema is given. A lying model makes up what it quotes. */
export function answerTo(question: string, { name, schema }: Record<string, unknown>, isLying = false): string {
  if (schema === undefined) return 'This is the sandbox. It has no language model.'
  const data = dataIn(question)
  const answer = typeof name === 'string' ? answers[name]?.(data, isLying) : undefined
  return JSON.stringify(answer ?? valueFor(schema, data))
}

/** Answers that need more than a schema, by schema name. */
const answers: Record<string, (data: Record<string, unknown>, isLying: boolean) => unknown> = {
  website_profile: websiteProfile,
  lead_verdicts: leadVerdicts,
  reply_opinion: replyOpinion,
}

/** Returns a website profile in the words of its pages, so that the caller can verify it. */
function websiteProfile({ found, pages }: Record<string, unknown>): unknown {
  const profile = fieldsOf(found)
  const texts = (Array.isArray(pages) ? pages : []).map((page) => String(fieldsOf(page).text ?? ''))
  const sentences = texts.flatMap((text) => text.match(/[^.!?\n]{30,200}[.!?]/g) ?? []).map((each) => each.trim())
  const list = (name: string) => (Array.isArray(profile[name]) ? profile[name] : [])
  return {
    name: profile.name ?? '',
    summary: sentences.slice(0, 2).join(' ') || profile.summary || '',
    audience: list('audience'),
    pains: list('pains'),
    keywords: [...list('keywords')].reverse(),
    competitors: list('competitors'),
    communities: list('communities'),
  }
}

/** Returns an opinion on a reply: a rule that has a longer word of the reply is at risk. A lying model quotes other words. */
function replyOpinion({ rules, reply }: Record<string, unknown>, isLying: boolean): unknown {
  const words = String(reply).match(/\p{L}{6,}/gu) ?? []
  const findings = (Array.isArray(rules) ? rules : []).map(fieldsOf).map(({ rule, name, description }) => {
    const text = `${name} ${description}`.toLowerCase()
    const quote = isLying ? 'Words that no reply has' : (words.find((word) => text.includes(word.toLowerCase())) ?? '')
    if (quote === '') return { rule, verdict: 'passes', quote, reason: 'Nothing speaks against it.' }
    return { rule, verdict: 'atRisk', quote, reason: `The rule mentions “${quote}”.` }
  })
  return { findings }
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
function valueFor(schema: unknown, data: unknown): unknown {
  const { type, enum: values, const: only, properties, items, minItems, minimum, anyOf } = fieldsOf(schema)
  if (only !== undefined) return only
  if (Array.isArray(values)) return values.includes(data) ? data : values[0]
  if (Array.isArray(anyOf)) return valueFor(anyOf[0], data)
  const fields = fieldsOf(data)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(fieldsOf(properties)).map(([key, each]) => [key, valueFor(each, fields[key])]),
      )
    case 'array': {
      const list = Array.isArray(data) ? data : []
      const length = Math.max(list.length, typeof minItems === 'number' ? minItems : 0)
      return Array.from({ length }, (_, at) => valueFor(items, list[at]))
    }
    case 'integer':
    case 'number':
      return typeof data === 'number' ? data : (minimum ?? 0)
    case 'boolean':
      return data === true
    case 'string':
      return typeof data === 'string' ? data : ''
    default:
      return null
  }
}
