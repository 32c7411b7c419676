import { answerJson, fieldsOf, StandIn } from './behaviour.ts'

/** The only model. */
export const embeddingModel = 'sandbox-embedding'
const dimensions = 256

/**
 * Returns an embeddings endpoint in OpenAI's format. Texts that share words get similar vectors: every stem has its own
 * direction, and each repetition adds less.
 */
export function embeddings(): StandIn {
  return new StandIn((body, response) => {
    const { model, input } = fieldsOf(body)
    const texts = typeof input === 'string' ? [input] : input
    if (model !== embeddingModel) return answerJson(response, 404, { error: { message: 'Unknown model' } })
    if (!Array.isArray(texts) || texts.length === 0 || texts.length > 2048 || !texts.every(isText)) {
      return answerJson(response, 400, { error: { message: 'input must contain only non-empty texts' } })
    }
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
    answerJson(response, 200, { object: 'list', model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } })
  })
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function vectorOf(text: string): number[] {
  const counts = new Map<string, number>()
  for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const vector = new Float64Array(dimensions)
  // A component that all texts share, as in real models. It also keeps vectors from being zero.
  vector[0] = 1
  for (const [stem, count] of counts) {
    let state = hashOf(stem)
    for (let part = 0; part < 4; part++) {
      state = hashOf(`${stem}${state}`)
      vector[state % dimensions]! += (state & 1024 ? 1 : -1) * (1 + Math.log(count))
    }
  }
  const length = Math.hypot(...vector)
  return Array.from(vector, (value) => Number((value / length).toFixed(6)))
}

const unsaid = new Set(
  'a an and any are as at be but by can do for from has have how i if in is it its just me my no not of on or our so that the their them they this to too up was we what when which who will with you your'.split(
    ' ',
  ),
)

function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !unsaid.has(word)).map((word) => word.replace(/(?<=.{3})(?:ings?|ers?|ed|es|s)$/, ''))
}

/** Returns the FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return hash
}
