import { sql } from 'drizzle-orm'
import { inSteps } from '#engine/score/similarity.ts'
import { descriptionText, leadText } from '#engine/text/embedded-text.ts'
import { isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import type { Embedding } from '#platform/server/services.ts'
import { endpointHealth, noteFailure, noteSuccess } from '../endpoint-health.ts'
import { nextDue, removeDue } from './due.ts'
import { embeddingBounds } from './embedding.ts'
import { readScale, referenceTexts, saveScale } from './scale.ts'
import { compare } from './similarity.ts'
import {
  changedDescriptions,
  type Description,
  lacksProjectVector,
  savePostVectors,
  saveProjectVector,
  textsWithoutVectors,
} from './vectors.ts'

/** The limits of one run, which starts every minute: requests to the endpoint, and pages of leads. */
const requestsMost = 30
const pagesMost = 300
/** The maximum duration of a run, so that few runs overlap. */
const runMs = 4 * 60_000
const textsAtOnce = embeddingBounds.texts
/** The length of a text that was refused at full length. */
const shortChars = 500

/**
 * Compares leads with the description of their project by meaning. Requests missing vectors of descriptions and leads
 * from the endpoint, and adds the similarity to the scores. It is one of several components, so nothing waits for it: a
 * failing endpoint leaves leads unchanged, rests for a while, and is reported among the sources. No lock is held
 * between the request and the write; a repeated run finds the remaining work.
 */
export async function embedLeads(ctx: Ctx): Promise<void> {
  const { embedding } = ctx
  if (!embedding) return
  const health = await transaction(ctx, (tx) => endpointHealth(tx, 'embedding'))
  if (health.nextTryAt && health.nextTryAt > ctx.now()) return
  const run = new Run(ctx, embedding)
  try {
    await measure(ctx, run)
    while (!run.isOver && (await describe(ctx, run)));
    while (!run.isOver && (await compareNext(ctx, run)));
    if (run.requests > 0 || health.failedAt) await transaction(ctx, (tx) => noteSuccess(ctx, tx, 'embedding'))
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    ctx.log.warn({ fault: error.fault }, 'embeddings request failed')
    await transaction(ctx, (tx) => noteFailure(ctx, tx, 'embedding', error))
  }
}

/** The budget of one run. */
class Run {
  requests = 0
  pages = 0
  readonly model: string
  readonly #ctx: Ctx
  readonly #embedding: Embedding
  readonly #until: number

  constructor(ctx: Ctx, embedding: Embedding) {
    this.#ctx = ctx
    this.#embedding = embedding
    this.#until = ctx.now().getTime() + runMs
    this.model = embedding.model
  }

  get isOver(): boolean {
    const { stopping, now } = this.#ctx
    return this.requests >= requestsMost || this.pages >= pagesMost || stopping.aborted || now().getTime() > this.#until
  }

  async ask(texts: readonly string[]): Promise<Int8Array[]> {
    if (texts.length === 0) return []
    const vectors = await this.#request(texts).catch((error: unknown) => {
      // Most likely for their length: some models take only a few hundred words.
      if (!(error instanceof EndpointError && error.fault === 'refused')) throw error
      return this.#request(texts.map((text) => text.slice(0, shortChars).toWellFormed()))
    })
    return vectors.map(inSteps)
  }

  #request(texts: readonly string[]): Promise<number[][]> {
    this.requests++
    return this.#embedding.embed(texts)
  }
}

/** Measures the scale of a model, once per model. */
async function measure(ctx: Ctx, run: Run): Promise<void> {
  if (await transaction(ctx, (tx) => readScale(tx, run.model))) return
  const vectors = await run.ask(referenceTexts)
  await transaction(ctx, (tx) => saveScale(ctx, tx, run.model, vectors))
}

/** Embeds the descriptions of a few projects, and returns whether there may be more. */
async function describe(ctx: Ctx, run: Run): Promise<boolean> {
  run.pages++
  const { count, changed } = await transaction(ctx, async (tx) => {
    const undescribed = await undescribedProjects(tx, run.model)
    return { count: undescribed.length, changed: await changedDescriptions(tx, run.model, undescribed) }
  })
  const vectors = await run.ask(changed.map(({ text }) => text))
  for (const [at, description] of changed.entries()) {
    await transaction(ctx, (tx) => saveIfCurrent(ctx, tx, run.model, description, vectors[at]!))
  }
  return count === textsAtOnce
}

async function undescribedProjects(tx: Transaction, model: string): Promise<Description[]> {
  const projects = await readActiveProjects(tx, sql`${isActive} and ${lacksProjectVector(model)}`, {
    limit: textsAtOnce,
  })
  return projects.map(({ id, version, profile }) => ({ projectId: id, version, text: descriptionText(profile) }))
}

/** Saves a vector unless the project is gone or has a newer version, which the next run reads. */
async function saveIfCurrent(
  ctx: Ctx,
  tx: Transaction,
  model: string,
  description: Description,
  vector: Int8Array,
): Promise<void> {
  const { projectId, version } = description
  const { rows } = await tx.execute(
    sql`select from project where id = ${projectId} and version = ${version} for key share`,
  )
  if (rows.length > 0) await saveProjectVector(ctx, tx, model, description, vector)
}

/** Compares a page of leads, and returns whether to continue. */
async function compareNext(ctx: Ctx, run: Run): Promise<boolean> {
  run.pages++
  const { dues, texts } = await transaction(ctx, async (tx) => {
    const next = await nextDue(tx, textsAtOnce)
    const texts = await textsWithoutVectors(
      tx,
      run.model,
      next.map(({ postId }) => postId),
    )
    return { dues: next, texts: texts.map((each) => ({ ...each, text: leadText(each) })) }
  })
  const withText = texts.filter(({ text }) => text !== '')
  const vectors = await run.ask(withText.map(({ text }) => text))
  const embedded = withText.map(({ postId, digest }, at) => ({ postId, digest, vector: vectors[at]! }))
  const done = await transaction(ctx, async (tx) => {
    const saved = new Set(embedded.length === 0 ? [] : await savePostVectors(ctx, tx, run.model, embedded))
    const lost = new Set(withText.map(({ postId }) => postId).filter((postId) => !saved.has(postId)))
    const ready = dues.filter(({ postId }) => !lost.has(postId))
    const busy = new Set(await compare(ctx, tx, ready))
    const compared = ready.filter((due) => !busy.has(due))
    await removeDue(tx, compared)
    return compared.length
  })
  return done > 0
}
