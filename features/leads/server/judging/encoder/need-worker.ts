import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { NeedLogits, PostTexts, ProductTexts } from '#engine/judge/need.ts'

/** A question to the worker, answered under its id. */
export interface NeedQuestion {
  id: number
  product: ProductTexts
  posts: readonly PostTexts[]
}
export type NeedAnswer = { id: number; logits: NeedLogits[] } | { id: number; error: string }

/** The limits of the texts, in tokens, as in training. */
const most = { summary: 60, keywords: 80, competitors: 60, title: 48, post: 128 } as const
/** The share of a cut body that is taken from its end. */
const endShare = 0.4
/** Characters of a body that are read. */
const bodyChars = 3_000
/** The numbers of the marks at the start and end of a text. */
const [start, end] = [101, 102]
/** The length of a token's state. */
const width = 768

const file = (name: string) => new URL(name, import.meta.url)
const json = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))
const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'))
// One thread: the worker process has more to do.
const options = { intraOpNumThreads: 1, interOpNumThreads: 1 } as const
const encoder = await InferenceSession.create(readFileSync(file('encoder.onnx')), options)
const head = await InferenceSession.create(readFileSync(file('head.onnx')), options)

function tokens(text: string): number[] {
  return tokenizer.encode(text, { add_special_tokens: false }).ids
}

/** Returns the tokens of a post, and how many of them are its title's, with the start mark. */
export function postTokens({ title, body }: PostTexts): { ids: number[]; title: number } {
  const first = tokens(`${title}.`).slice(0, most.title)
  const room = most.post - 2 - first.length
  const rest = tokens(body.slice(0, bodyChars))
  const tail = Math.floor(room * endShare)
  const kept = rest.length <= room ? rest : [...rest.slice(0, room - tail), ...rest.slice(-tail)]
  return { ids: [start, ...first, ...kept, end], title: first.length + 1 }
}

async function states(ids: readonly number[]): Promise<Tensor> {
  const input = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length])
  const { states } = await encoder.run({ input_ids: input })
  return new Tensor('float32', states!.data as Float32Array, [ids.length, width])
}

function part(text: string, length: number): Promise<Tensor> {
  return states([start, ...tokens(text).slice(0, length), end])
}

async function answer({ product, posts }: NeedQuestion): Promise<NeedLogits[]> {
  const own = {
    summary: await part(product.summary, most.summary),
    keywords: await part(product.keywords, most.keywords),
    competitors: await part(product.competitors, most.competitors),
  }
  const all: NeedLogits[] = []
  for (const texts of posts) {
    const { ids, title } = postTokens(texts)
    const { logits } = await head.run({
      ...own,
      post: await states(ids),
      title: new Tensor('int64', BigInt64Array.of(BigInt(title)), []),
    })
    const [topic, problem, wants] = logits!.data as Float32Array
    all.push([topic!, problem!, wants!])
  }
  return all
}

parentPort?.on('message', async (question: NeedQuestion) => {
  const reply: NeedAnswer = await answer(question).then(
    (logits) => ({ id: question.id, logits }),
    (error: unknown) => ({ id: question.id, error: String(error) }),
  )
  parentPort!.postMessage(reply)
})
