import { defaultBoards } from '#engine/insights/default-boards.ts'
import { seedDelivery } from '#features/alerts/server/destinations/factories.ts'
import { reconcile } from '#features/billing/server/payments/reconcile.ts'
import { seedLeadRun } from '#features/discovery/server/factories.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { ask } from '../support/databases.ts'
import { mailsTo } from '../support/mails.ts'
import type { Person } from '../support/seed-data.ts'
import {
  call,
  commentUnder,
  confirmAddress,
  create,
  seedDropped,
  seedMailbox,
  seedRedditAccount,
  seedUnclearMail,
  setUpProject,
} from '../support/seed-data.ts'
import { crmWrites } from './crm-writes.ts'
import {
  adding,
  after,
  anotherProject,
  clientProject,
  dueAt,
  mentioned,
  own,
  type Prepare,
  person,
  projectFile,
  pushed,
  quoted,
  replyable,
  resumed,
  workingVersion,
} from './preparing.ts'
import type { Scene } from './scene.ts'

const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }

const keyword = (scene: Scene) => scene.row('keywords', { query: `${scene.word()} welder` })
const competitor = (scene: Scene) => scene.row('competitors', { name: scene.word() })
const note = async (scene: Scene) => scene.row('notes', { opportunity: await scene.lead(), text: 'Asked for a price' })
const reminder = async (scene: Scene) => scene.row('reminders', { opportunity: await scene.lead(), dueAt })
const prompt = (scene: Scene) => scene.row('prompts', { kind: 'facts', subreddit: scene.word(), text: scene.word() })
const cannedReply = (scene: Scene) => scene.row('canned-replies', { name: scene.word(), text: 'Hi {author}' })
const savedView = (scene: Scene) => scene.row('saved-views', { name: scene.word(), params: 'tab=saved' })
const savedSearch = (scene: Scene) => scene.row('saved-searches', { name: scene.word(), query: 'price' })
const feed = (scene: Scene) => scene.row('view-feeds', { content: 'leads' })
const alertRule = (scene: Scene) => scene.row('alert-rules', { name: scene.word(), query: 'price' })
const destination = (scene: Scene) =>
  scene.row('destinations', { name: scene.word(), address: 'https://pipewell.com/hook' })
const replayed: Prepare = async (scene) => {
  const id = await destination(scene)
  const delivery = await seedDelivery(scene.world.ctx, scene.project, id)
  return { by: scene.owner, id, body: { data: { delivery } } }
}
const report = (scene: Scene) => scene.row('reports', { name: scene.word(), definition })
const annotation = (scene: Scene) => scene.row('insight-annotations', { day: '2026-11-20', text: 'Launched' })
const share = async (scene: Scene) =>
  scene.row('insight-shares', { name: 'Pipewell', report: await report(scene), days: 30, expiresInDays: 90 })
const conversation = async (scene: Scene) => scene.row('conversations', { person: await person(scene) })
const message = async (scene: Scene) =>
  scene.row('messages', { conversation: await conversation(scene), text: 'Hello Mara' })
const campaign = (scene: Scene) => scene.row('campaigns', { name: scene.word(), steps: [{ text: 'Hello' }] })
const lead = (scene: Scene) => scene.lead()
const dropped = (scene: Scene) => seedDropped(scene.world.ctx, scene.project)
const review = async (scene: Scene) => scene.row('audit-reviews', { post: await dropped(scene), verdict: 'lead' })
const run = async (scene: Scene) => (await seedLeadRun(scene.world.ctx, scene.project)).run
const ownProject = async ({ project }: Scene) => project
let changes = 0
const mute = async (scene: Scene) => scene.row('mention-mutes', { mention: await mentioned(scene), kind: 'thread' })
const upload = async (scene: Scene) => {
  await confirmAddress(scene.world.url, scene.owner)
  return { origin: 'upload', name: 'posts.zst', bytesTotal: 1, fingerprint: scene.word() }
}
/** Uses a separate project, since one project may have only a few imports in progress. */
const imported = async (scene: Scene) =>
  scene.row('imports', { project: await anotherProject(scene), ...(await upload(scene)) })
const apiToken = (scene: Scene) => scene.row('api-tokens', { name: scene.word() })
const mailbox = (scene: Scene) => seedMailbox(scene.world.ctx, scene.project)
const mailServer = { host: 'mail.pipewell.example', port: 993, security: 'tls', user: 'wilma' }
const mailServers = { imap: mailServer, smtp: mailServer, password: 'welding' }
const redditAccount = (scene: Scene) => seedRedditAccount(scene.world.ctx, scene.project)
const invitee = (scene: Scene) => scene.row('members', { email: `${scene.word()}@example.com`, role: 'member' })

/** Creates a project that started with sample data, so that it may be purged. */
async function projectFromSandbox(scene: Scene): Promise<string> {
  const id = await anotherProject(scene)
  await ask(scene.world.url, 'update project set real_since = now() where id = $1', [id])
  return id
}

/** Creates a project that shows sample data. */
async function sampleProject(scene: Scene): Promise<string> {
  const id = await anotherProject(scene)
  await ask(scene.world.url, `update project set realm = 'sandbox' where id = $1`, [id])
  return id
}

/** Invites a new user. Returns the user and the token in their mail. */
async function guest(scene: Scene, project = scene.project): Promise<{ by: Person; id: string; token: string }> {
  const by = await scene.newcomer()
  await confirmAddress(scene.world.url, by)
  const id = await scene.row('members', { project, email: by.email, role: 'member' })
  const letter = (await mailsTo(scene.world.ctx, by.email)).at(-1)
  return { by, id, token: /invitation=[\w-]+\.([\w-]+)/.exec(letter?.bodyText ?? '')?.[1] ?? '' }
}

const acceptance: Prepare = async (scene) => {
  const { by, id, token } = await guest(scene)
  return { by, id, body: { data: { token } } }
}

/** Transfers one of the owner's projects to another member. */
const ownership: Prepare = async (scene) => {
  const project = await anotherProject(scene)
  const { by, id, token } = await guest(scene, project)
  await call(scene.app, by, 'PUT', `members/${id}/acceptance`, { token })
  return { by: scene.owner, id: project, body: { data: { member: id } } }
}

/** Exports a new user's project, since exports per user are limited. */
const exported: Prepare = async (scene) => {
  const by = await scene.newcomer()
  const project = await setUpProject(scene.app, by)
  return { by, body: { data: { kind: 'project', project } } }
}

const drafted: Prepare = async (scene) => {
  const by = await scene.newcomer()
  await call(scene.app, by, 'PUT', 'setup', { name: scene.word(), summary: 'Welds pipes.' })
  return { by, body: { data: {} } }
}

const unexported: Prepare = async (scene) => {
  const by = await scene.newcomer()
  const { id } = await create(scene.app, by, 'exports', { kind: 'account' })
  return { by, id }
}

const growth = { plan: 'growth', billingCycle: 'monthly' }

/** Returns a request to buy a plan for a new user's project. */
const unpaid: Prepare = async (scene) => {
  const by = await scene.newcomer()
  return { by, id: await setUpProject(scene.app, by), body: { data: growth } }
}

/** Buys a plan for a new user's project. Without webhooks, the comparison with the provider finds the payment. */
async function subscribed(scene: Scene): Promise<{ by: Person; id: string }> {
  const by = await scene.newcomer()
  const project = await setUpProject(scene.app, by)
  const { data } = (await call(scene.app, by, 'POST', `projects/${project}/checkouts`, growth)).json()
  await scene.paddle.pay(data.transactionId)
  await reconcile(actingAs(scene.world.ctx, { kind: 'job', name: 'reconcile' }))
  const { data: rows } = (await call(scene.app, by, 'GET', 'subscriptions')).json()
  return { by, id: rows[0].id }
}

/** Returns a request about a new user's subscription. `before` is an action that comes first. */
function ofSubscription(data?: object, before?: string): Prepare {
  return async (scene) => {
    const { by, id } = await subscribed(scene)
    if (before) await call(scene.app, by, 'PUT', `subscriptions/${id}/${before}`)
    return { by, id, ...(data && { body: { data } }) }
  }
}

const chunk: Prepare = async (scene) => ({ by: scene.owner, id: await imported(scene), bytes: Buffer.alloc(1) })

/** Valid requests to the project endpoints, by their name in the contract. */
export const projectWrites: Record<string, Prepare> = {
  ...crmWrites,
  apiTokensCreate: adding(({ word }) => ({ name: word() })),
  apiTokensDelete: own(undefined, apiToken),
  viewFeedsCreate: adding(() => ({ content: 'mentions' })),
  viewFeedsDelete: own(undefined, feed),
  redditAccountsConnect: adding(() => ({})),
  redditAccountsDelete: own(undefined, redditAccount),
  projectFileChecksCreate: projectFile,
  projectImportsCreate: projectFile,
  projectsCreate: own(({ word }) => ({ name: word() })),
  projectsUpdate: own(({ word }) => ({ name: word() }), anotherProject),
  archivePut: own(undefined, anotherProject),
  archiveDelete: own(undefined, after('archive', anotherProject, 'projects')),
  retriesCreate: own(() => ({ kind: 'backfill' }), anotherProject),
  setupPut: own(({ word }) => ({ name: word() })),
  setupCompletionsCreate: drafted,
  websiteProfilesCreate: own(() => ({ website: 'pipewell.example' })),
  previewsCreate: own(() => ({ keywords: ['pipe welding'] })),
  communityProfilesCreate: own(() => ({ names: ['welding'] })),
  keywordsCreate: adding(({ word }) => ({ query: `${word()} welder` })),
  keywordsUpdate: own(() => ({ status: 'paused' }), keyword),
  keywordsDelete: own(undefined, keyword),
  foundLeadPut: own(
    async (scene) => ({ post: await dropped(scene) }),
    async ({ project }) => project,
  ),
  liveSearchesCreate: own(
    () => ({ query: 'pipe welding' }),
    async ({ project }) => project,
  ),
  liveLeadPut: own(
    () => ({ outsideId: '1abc' }),
    async ({ project }) => project,
  ),
  seoQueriesPut: own(({ word }) => ({ queries: [word()] }), ownProject),
  seoLeadPut: own(
    () => ({ thread: '01980000-0000-7000-8000-000000000000' }),
    async ({ project }) => project,
  ),
  communityPlaybooksCreate: own(
    () => ({ name: 'welding' }),
    async ({ project }) => project,
  ),
  threadReadingsCreate: own(
    async (scene) => ({ post: await dropped(scene) }),
    async ({ project }) => project,
  ),
  keywordPreviewsCreate: own(() => ({ query: 'pipe welding' }), anotherProject),
  keywordEditsCreate: own(({ word }) => ({ add: [{ query: `${word()} fitter` }] }), anotherProject),
  competitorEditsCreate: own(({ word }) => ({ add: [{ name: word() }] }), anotherProject),
  competitorsCreate: adding(({ word }) => ({ name: word() })),
  competitorsUpdate: own(({ word }) => ({ name: word() }), competitor),
  competitorsDelete: own(undefined, competitor),
  replyPut: async (scene) => {
    const id = await scene.lead()
    const permalink = await commentUnder(scene.world.url, id)
    return { by: scene.owner, id, body: { data: { text: 'Try ours', permalink } } }
  },
  replyDelete: own(undefined, after('reply', lead, 'opportunities')),
  auditReviewsCreate: adding(async (scene) => ({ post: await dropped(scene), verdict: 'lead' })),
  auditReviewsDelete: own(undefined, review),
  leadRunsCreate: own(async (scene) => ({ project: await anotherProject(scene) })),
  leadRunsUpdate: own(() => ({ schedule: 'daily' }), run),
  leadRunsDelete: own(undefined, run),
  runCancellationPut: own(undefined, async ({ world, project }) => {
    return (await seedLeadRun(world.ctx, project, { state: 'running', phase: 'reading' })).run
  }),
  runChoicePut: async (scene) => {
    const { run: id, result } = await seedLeadRun(scene.world.ctx, scene.project)
    return { by: scene.owner, id, body: { data: { results: [result], choice: 'dismissed' } } }
  },
  rejectionPut: own(() => ({ reason: 'notBuying' }), lead),
  rejectionDelete: own(undefined, after('rejection', lead, 'opportunities', { reason: 'notBuying' })),
  savePut: own(undefined, lead),
  saveDelete: own(undefined, after('save', lead, 'opportunities')),
  mentionsUpdate: own(() => ({ handled: true }), mentioned),
  handledMentionsPut: own(async (scene) => ({ mentions: [await mentioned(scene)], handled: true }), ownProject),
  mentionMutesCreate: adding(async (scene) => ({ mention: await mentioned(scene), kind: 'thread' })),
  mentionMutesDelete: own(undefined, mute),
  notesCreate: adding(async (scene) => ({ opportunity: await scene.lead(), text: 'Asked for a price' })),
  notesUpdate: own(({ word }) => ({ text: word() }), note),
  notesDelete: own(undefined, note),
  noteSeenPut: own(undefined, async (scene) => {
    const id = await scene.row('notes', { opportunity: await scene.lead(), text: `Ask <@${scene.owner.id}>` })
    // As if someone else had written it.
    await ask(scene.world.url, 'update note_mention set seen_at = null where note_id = $1', [id])
    return id
  }),
  remindersCreate: adding(async (scene) => ({ opportunity: await scene.lead(), dueAt })),
  remindersUpdate: own(({ word }) => ({ text: word() }), reminder),
  remindersDelete: own(undefined, reminder),
  reminderPut: own(() => ({ dueAt }), lead),
  reminderDelete: own(undefined, after('reminder', lead, 'opportunities', { dueAt })),
  readPut: own(undefined, lead),
  readDelete: own(undefined, after('read', lead, 'opportunities')),
  leadVisitPut: own(undefined, anotherProject),
  claimPut: own(undefined, lead),
  claimDelete: own(undefined, after('claim', lead, 'opportunities')),
  assigneePut: own(({ owner }) => ({ assignee: owner.id }), lead),
  promptsCreate: adding(({ word }) => ({ kind: 'facts', subreddit: word(), text: word() })),
  promptsUpdate: own(({ word }) => ({ text: word() }), prompt),
  draftCreate: own(() => ({}), lead),
  draftTestCreate: own(() => ({}), lead),
  replyOpinionCreate: own(() => ({ text: 'Ours does that.' }), lead),
  replyTextPut: own(({ word }) => ({ text: word() }), lead),
  replyModelPut: own(() => ({ model: null }), ownProject),
  promptsDelete: own(undefined, prompt),
  cannedRepliesCreate: adding(({ word }) => ({ name: word(), text: 'Hi {author}' })),
  cannedRepliesUpdate: own(({ word }) => ({ name: word() }), cannedReply),
  cannedRepliesDelete: own(undefined, cannedReply),
  answeringPut: own(undefined, lead),
  answeringDelete: own(undefined, after('answering', lead, 'opportunities')),
  savedViewsCreate: adding(({ word }) => ({ name: word(), params: 'tab=saved' })),
  savedViewsUpdate: own(({ word }) => ({ name: word() }), savedView),
  savedViewsDelete: own(undefined, savedView),
  savedSearchesCreate: adding(({ word }) => ({ name: word(), query: 'price' })),
  savedSearchesUpdate: own(({ word }) => ({ name: word() }), savedSearch),
  savedSearchesDelete: own(undefined, savedSearch),
  alertRulesCreate: adding(({ word }) => ({ name: word(), query: 'price' })),
  alertRulesUpdate: own(({ word }) => ({ name: word() }), alertRule),
  alertRulesDelete: own(undefined, alertRule),
  alertSubscriptionPut: own(undefined, async (scene) => {
    const id = await alertRule(scene)
    await call(scene.app, scene.owner, 'DELETE', `alert-rules/${id}/subscription`)
    return id
  }),
  alertSubscriptionDelete: own(undefined, alertRule),
  alertPreviewCreate: own(() => ({ query: 'price' }), ownProject),
  alertSampleCreate: own(undefined, async (scene) => {
    await confirmAddress(scene.world.url, scene.owner)
    return alertRule(scene)
  }),
  destinationsCreate: adding(({ word }) => ({ name: word(), address: 'https://pipewell.com/hook' })),
  destinationsUpdate: own(({ word }) => ({ name: word() }), destination),
  destinationsDelete: own(undefined, destination),
  destinationSecretCreate: own(undefined, destination),
  destinationTestCreate: own(undefined, destination),
  destinationReplayCreate: replayed,
  reportsCreate: adding(({ word }) => ({ name: word(), definition })),
  reportsUpdate: own(({ word }) => ({ name: word() }), report),
  reportsDelete: own(undefined, report),
  reportDeliveryCreate: own(undefined, async (scene) =>
    scene.row('reports', { name: scene.word(), definition, recipients: [scene.owner.id] }),
  ),
  insightBoardsPut: own(
    async (scene) => ({ boards: defaultBoards(), basedOn: await workingVersion(scene) }),
    ownProject,
  ),
  insightPublicationCreate: own(async (scene) => ({ basedOn: await workingVersion(scene) }), ownProject),
  insightWorkingCopyDelete: own(undefined, async (scene) => {
    await workingVersion(scene)
    return scene.project
  }),
  insightAnnotationsCreate: adding(() => ({ day: '2026-11-20', text: 'Launched' })),
  insightAnnotationsUpdate: own(({ word }) => ({ text: word() }), annotation),
  insightAnnotationsDelete: own(undefined, annotation),
  insightSharesCreate: adding(async (scene) => ({
    ...{ name: scene.word(), report: await report(scene), days: 30, expiresInDays: 90 },
  })),
  insightSharesDelete: own(undefined, share),
  conversationsCreate: adding(async (scene) => ({ person: await person(scene) })),
  conversationsUpdate: own(() => ({ state: 'done' }), conversation),
  conversationsDelete: own(undefined, conversation),
  messagesCreate: adding(async (scene) => ({ conversation: await conversation(scene), text: 'Hello' })),
  messagesUpdate: own(({ word }) => ({ text: word() }), message),
  messagesDelete: own(undefined, message),
  messageSettingsPut: own(() => ({ dailyMost: 1 + (changes++ % 500) }), ownProject),
  messageStopPut: own(undefined, resumed),
  messageStopDelete: own(undefined, after('message-stop', ownProject, 'projects')),
  outreachPut: own(undefined, lead),
  publicReplyPut: own(undefined, lead),
  publicReplyCreate: own(({ word }) => ({ text: word() }), replyable),
  personInvitationPut: quoted,
  mailboxesConnect: adding(({ word }) => ({ address: `${word()}@pipewell.example`, name: 'Wilma', ...mailServers })),
  mailboxesUpdate: own(({ word }) => ({ name: word() }), mailbox),
  mailboxServersPut: own(() => mailServers, mailbox),
  mailboxConnectionDelete: own(undefined, mailbox),
  mailboxesDelete: own(undefined, mailbox),
  sandboxMailboxPut: own(undefined, sampleProject),
  mailboxConsentCreate: adding(() => ({ provider: 'google' })),
  mailConversationsCreate: adding(async (scene) => ({
    ...{ mailbox: await mailbox(scene), address: `${scene.word()}@example.com`, subject: 'Welders' },
  })),
  mailOutcomePut: own(
    () => ({ sent: true }),
    async (scene) => seedUnclearMail(scene.world.ctx, scene.project, await mailbox(scene)),
  ),
  mailSuppressionsCreate: adding(({ word }) => ({ address: `${word()}@example.com` })),
  mailSuppressionsDelete: own(undefined, (scene) =>
    scene.row('mail-suppressions', { address: `${scene.word()}@example.com` }),
  ),
  campaignsCreate: adding(({ word }) => ({ name: word(), steps: [{ text: 'Hello' }] })),
  campaignsUpdate: own(({ word }) => ({ name: word() }), campaign),
  campaignsDelete: own(undefined, campaign),
  itemsPush: pushed,
  importsCreate: adding(upload),
  importChunkPut: chunk,
  importStopPut: own(undefined, imported),
  importStopDelete: own(undefined, after('stop', imported, 'imports')),
  importsDelete: own(undefined, imported),
  membersCreate: adding(({ word }) => ({ email: `${word()}@example.com`, role: 'member' })),
  membersUpdate: own(() => ({ role: 'client' }), invitee),
  membersDelete: own(undefined, invitee),
  acceptancePut: acceptance,
  invitationPut: own(undefined, invitee),
  ownershipPut: ownership,
  agencyPlanPut: clientProject(false),
  agencyPlanDelete: clientProject(true),
  pricePreview: unpaid,
  checkoutCreate: unpaid,
  planChangePreview: ofSubscription({ plan: 'pro', billingCycle: 'monthly' }),
  planChange: ofSubscription({ plan: 'pro', billingCycle: 'monthly' }),
  subscriptionPause: ofSubscription(),
  subscriptionCancel: ofSubscription({ reason: 'other' }),
  subscriptionResume: ofSubscription(undefined, 'pause'),
  paymentMethodUpdate: ofSubscription(),
  exportsCreate: exported,
  exportsDelete: unexported,
  projectsDelete: own(undefined, anotherProject),
  sandboxDelete: own(undefined, projectFromSandbox),
}
