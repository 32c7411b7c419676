import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type SourceRecord, toRecord } from '#engine/records/record.ts'
import { rejectionReasons, ScoreWeights } from '#engine/score/component.ts'
import { AlertRuleCreate } from '#features/alerts/contract.ts'
import { stageKey } from '#features/crm/contract.ts'
import { PersonStageCreate } from '#features/crm/contract-stages.ts'
import { ReplyPut } from '#features/leads/contract.ts'
import { PromptCreate } from '#features/replies/contract.ts'
import { CannedReplyCreate } from '#features/replies/contract-canned.ts'
import { SavedSearchCreate } from '#features/search/contract.ts'
import { SavedViewCreate } from '#features/views/contract.ts'
import { CompetitorCreate, KeywordCreate } from '#features/watchlist/contract.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { instant, text } from '#platform/contract/texts.ts'
import { inputMessage } from '#platform/server/http/input.ts'
import { ProjectCreate } from '../../contract.ts'

/** The format of exports that this version reads (features/privacy/server/export/run-export.ts). */
const readableFormat = 1
/** The longest line, in bytes. */
const lineMax = 1024 * 1024
/** The most lines of each type of setting. */
const settingsMax = 1_000
/** Lines to read before other requests get a turn. */
const linesAtOnce = 500

/** IDs in the file only connect its lines. They are never looked up. */
const ref = z.uuid()
const fileId = z.strictObject({ id: ref })
const projectOf = { project: true } as const

const Header = z.object({ format: z.number(), kind: z.string(), userId: ref, madeAt: instant })

/** The fields to take from each type of line; everything else in the file is ignored. */
const lineSchemas = {
  project: ProjectCreate.omit({ keywords: true, competitors: true }).extend({ scoreWeights: ScoreWeights }),
  keyword: KeywordCreate.omit(projectOf).extend(fileId.shape),
  competitor: CompetitorCreate.omit(projectOf).extend(fileId.shape),
  prompt: PromptCreate.omit(projectOf),
  personStage: PersonStageCreate.omit(projectOf).required({ position: true }).extend({ key: stageKey }),
  cannedReply: CannedReplyCreate.omit(projectOf),
  savedView: SavedViewCreate.omit(projectOf),
  savedSearch: SavedSearchCreate.omit(projectOf),
  alertRule: AlertRuleCreate.omit({
    ...{ ...projectOf, recipients: true, destinations: true, snoozedUntil: true, channel: true },
  }).extend(fileId.shape),
  alertRecipient: z.strictObject({ ruleId: ref }),
  opportunity: z.strictObject({ id: ref, realm: z.string(), post: z.unknown() }),
  mention: z.strictObject({ realm: z.string(), post: z.unknown() }),
  decision: z.strictObject({
    opportunityId: ref,
    kind: z.enum(['reply', 'rejection', 'save']),
    userId: ref.nullable(),
    reason: z.enum(rejectionReasons).nullable(),
    ...ReplyPut.shape,
    createdAt: instant,
  }),
  note: z.strictObject({
    opportunityId: ref.nullable(),
    text: text(10_000),
    createdBy: ref.nullable(),
    createdAt: instant,
  }),
}
type LineType = keyof typeof lineSchemas
type Lines = { [Type in LineType]: z.output<(typeof lineSchemas)[Type]>[] }

/** A lead or mention whose post can be stored. */
interface FilePost {
  /** The lead's ID in the file; null for a mention. */
  leadId: string | null
  record: SourceRecord
}

/** An exported project, checked line by line. */
export interface ProjectFile extends Omit<Lines, 'project' | 'opportunity' | 'mention'> {
  header: z.output<typeof Header>
  project: Lines['project'][number]
  posts: FilePost[]
  /** Leads and mentions that can't be imported. */
  skipped: number
}

/**
 * Reads the file of an exported project. Throws ValidationError with the number of the line that can't be read, so that
 * nothing is imported by halves.
 */
export async function readProjectFile(bytes: Buffer): Promise<ProjectFile> {
  const lines = Object.fromEntries(Object.keys(lineSchemas).map((type) => [type, []])) as unknown as Lines
  let header: ProjectFile['header'] | null = null
  for (const { number, line } of linesOf(bytes)) {
    if (number % linesAtOnce === 0) await setImmediate()
    const { type, data } = parseLine(number, line)
    if (header === null) {
      header = readHeader(type, data)
      continue
    }
    if (!Object.hasOwn(lineSchemas, type)) continue
    addLine(lines, number, type as LineType, data)
  }
  if (header === null) throw new ApiError('ValidationError', 'The file is empty.')
  const { project: projects, opportunity, mention, ...rest } = lines
  const [project] = projects
  if (!project || projects.length > 1) throw notAProject()
  const found = [...opportunity, ...mention]
  const posts = found.flatMap((each) => postOf(each) ?? [])
  return { header, project, posts, skipped: found.length - posts.length, ...rest }
}

/** Returns the alert rules to import. Those about reminders, tasks, and mentions begin anew, as in each new project. */
export function rulesOf({ alertRule }: Pick<ProjectFile, 'alertRule'>): ProjectFile['alertRule'] {
  return alertRule.filter(({ kind }) => kind !== 'personal')
}

function* linesOf(bytes: Buffer): Generator<{ number: number; line: Buffer }> {
  let number = 0
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start)
    const end = found === -1 ? bytes.length : found
    number += 1
    if (end - start > lineMax) throw new ApiError('ValidationError', `Line ${number} is too long.`)
    if (end > start) yield { number, line: bytes.subarray(start, end) }
    start = end + 1
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const Line = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })

function parseLine(number: number, line: Buffer): z.output<typeof Line> {
  try {
    return Line.parse(JSON.parse(utf8.decode(line)))
  } catch {
    throw number === 1
      ? notAProject()
      : new ApiError('ValidationError', `Line ${number} is damaged. Export the project again.`)
  }
}

function notAProject(): ApiError {
  return new ApiError('ValidationError', "This isn't an exported project.")
}

function readHeader(type: string, data: Record<string, unknown>): ProjectFile['header'] {
  const header = Header.safeParse(data)
  if (type !== 'export' || !header.success) throw notAProject()
  const { format, kind } = header.data
  if (format !== readableFormat) {
    const message = `This file has format ${format}, but this server reads format ${readableFormat}. Update the older server.`
    throw new ApiError('ValidationError', message)
  }
  if (kind !== 'project') {
    throw new ApiError('ValidationError', 'This is the export of an account. Export a single project instead.')
  }
  return header.data
}

function addLine(lines: Lines, number: number, type: LineType, data: Record<string, unknown>): void {
  // The names of competitors are keywords too, but they belong to the competitors.
  if (type === 'keyword' && data.kind === 'competitor') return
  const schema: z.ZodObject = lineSchemas[type]
  const values = Object.fromEntries(
    Object.keys(schema.shape).flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key]]] : [])),
  )
  // What a plan paused may be active under another plan.
  if (data.pausedBy === 'quota') values.status = 'active'
  const parsed = schema.safeParse(values, { error: inputMessage, reportInput: false })
  if (!parsed.success) {
    throw new ApiError('ValidationError', `Line ${number} (${type}): ${parsed.error.issues[0]?.message}`)
  }
  const rows: unknown[] = lines[type]
  if (isSetting(type) && rows.length >= settingsMax) {
    throw new ApiError('ValidationError', `The file has more than ${settingsMax} lines of the type ${type}.`)
  }
  rows.push(parsed.data)
}

/** Returns whether a type of line is limited. Others are limited by the size of the file. */
function isSetting(type: LineType): boolean {
  return !['opportunity', 'mention', 'decision', 'note'].includes(type)
}

/** Returns the post of a lead or mention; null if it is sample data or has no text, or if it isn't a post of Reddit. */
function postOf(line: { id?: string; realm: string; post: unknown }): FilePost | null {
  const post = z.looseObject({ permalink: z.string(), postedAt: z.unknown() }).safeParse(line.post)
  if (!post.success || line.realm !== 'real') return null
  const { permalink, postedAt, ...values } = post.data
  const id = /^\/r\/[^/]+\/comments\/([\w.:-]{1,64})\/(?:[^/]*\/([\w.:-]{1,64})\/?)?/.exec(permalink)
  const outsideId = values.kind === 'comment' ? id?.[2] : id?.[1]
  if (outsideId === undefined) return null
  const result = toRecord({ ...values, id: outsideId, permalink, createdAt: postedAt })
  return 'record' in result ? { leadId: line.id ?? null, record: result.record } : null
}
