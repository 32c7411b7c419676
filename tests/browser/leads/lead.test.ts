import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import type { Page, Route } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { sources } from '#engine/sources.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { callApi } from '../people.ts'
import { addSampleLead } from '../sample-lead.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
/** The start of the posts' IDs. */
let thread: string
const title = 'Which simple CRM for a bicycle workshop?'
const rules = JSON.stringify([{ name: 'No private messages', description: 'Do not ask people to DM you.' }])
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  thread = `bike${randomInt(1e5)}x`
  const archive = shell.path('workshops.ndjson')
  const lines = [line('smallbusiness', 'wheelwright', 0), line('bikewrench', 'wheelwright', 1)]
  writeFileSync(archive, [...lines, line('startups', 'somebody_else', 2)].join('\n'))
  await shell.importArchive(archive)
  await vi.waitUntil(hasCopies, { timeout: patienceMs })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ask(
    shell.server.databaseUrl,
    `insert into community (realm, key, name, standing, rules, read_at, asked_at, next_at)
     values ('real', 'smallbusiness', 'smallbusiness', 'open', $1, now(), now(), now() + interval '1 day')
     on conflict (realm, key) do update set rules = excluded.rules`,
    [rules],
  )
  await shell.start()
  await shell.rows().getByRole('link', { name: title }).click()
})
afterAll(async () => {
  if (!shell) return
  await ask(shell.server.databaseUrl, `delete from community where key = 'smallbusiness' and rules = $1`, [rules])
  await shell.close()
})

/** Returns whether a lead has two copies. */
async function hasCopies(): Promise<boolean> {
  const { data } = await callApi(shell.context, shell.server, 'GET', 'opportunities')
  return data.some(({ siblingCount }: { siblingCount: number }) => siblingCount === 2)
}

/** Returns the same text as a post in a community. */
function line(subreddit: string, author: string, n: number): string {
  return JSON.stringify({
    id: `${thread}${n}`,
    kind: 'post',
    subreddit,
    author,
    title: n === 0 ? title : `${title} (also asked elsewhere)`,
    body:
      'The two of us mend bicycles and write down in a notebook who waits for which part. Half of the time we forget to ' +
      'follow up with leads who asked for a quote. We would pay 40 a month for something that keeps track of clients.',
    url: null,
    permalink: `/r/${subreddit}/comments/${thread}${n}/x/`,
    createdAt: new Date(Date.now() - (3 - n) * 3_600_000).toISOString(),
    score: 5,
    numComments: 4,
    source: 'test',
  })
}

test('a text posted three times is one lead, which lists its copies', async () => {
  const row = shell.rows().filter({ hasText: 'bicycle workshop' })
  await row.getByText('+2 copies').waitFor()
  expect(await row.count()).toBe(1)
  const lead = page.getByRole('region', { name: 'Lead' })
  await lead.getByText('Also posted in').waitFor()
  const again = lead.getByRole('link', { name: 'r/bikewrench' })
  expect(await again.getAttribute('href')).toBe(`https://www.reddit.com/r/bikewrench/comments/${thread}1/x/`)
  const also = await lead.getByText('Also posted in').innerText()
  expect(also).toBe('Also posted in r/bikewrench (2 h) and r/startups by u/somebody_else (1 h)')
  await lead.getByText('Not verified since import').waitFor()
})

test('a lead shows the rules of its community, its thread and its author', async () => {
  const told = page.getByRole('region', { name: 'Thread' })
  await told.getByText('4 comments and the author').click()
  await told.getByText("This server isn't connected to Reddit's API").waitFor()
  const rule = { name: 'No self-promotion', description: 'No links to your own shop.' }
  const profile = {
    ...{ name: 'smallbusiness', displayName: 'smallbusiness', title: '', members: 1_840_000, isAdult: false },
    ...{ standing: 'open', stance: 'forbids', stanceRule: rule.name, stanceWords: rule.description },
    ...{ rules: [rule, { name: 'Be civil', description: '' }], readAt: null, isPending: false, trouble: null },
  }
  await page.route('**/api/community-profiles', (route) => route.fulfill({ json: { data: [profile], meta: {} } }))
  const permalink = `/r/smallbusiness/comments/${thread}0/_/a/`
  const facts = { score: 2, postedAt: new Date().toISOString(), permalink, isAsked: false }
  const comments = [
    { ...facts, id: 'a', parentId: null, author: 'ada', body: 'A *spreadsheet* is enough', isByPoster: false },
    { ...facts, id: 'b', parentId: 'a', author: 'wheelwright', body: 'Ours got too long', isByPoster: true },
  ]
  const author = { name: 'wheelwright', joinedAt: '2019-05-04T00:00:00.000Z', karma: 3400, isSuspended: false }
  const data = { comments, left: 7, author, readAt: new Date().toISOString(), trouble: null }
  await page.route('**/thread-readings', (route) => route.fulfill({ json: { data, meta: {} } }))
  await page.reload()
  const community = page.getByRole('region', { name: 'Community' })
  await community.getByText('No promotion').waitFor()
  await community.getByText('1.8M members').waitFor()
  await community.getByText('All 2 rules').click()
  await community.getByText('Be civil').waitFor()
  await told.getByText('4 comments and the author').click()
  await told.getByText('on Reddit since May 2019 · 3.4K karma').waitFor()
  const shown = told.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect.poll(() => shown.count()).toBe(2)
  await shown.last().getByText('Author of the post').waitFor()
  await shown.first().locator('em').getByText('spreadsheet').waitFor()
  await told.getByRole('link', { name: '7 more comments on Reddit' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.unrouteAll()
})

test('a decision applies to all copies', async () => {
  const saved = page.waitForResponse((response) => response.url().endsWith('/rejection'))
  await page.keyboard.press('x')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('2')
  await saved
  await page.getByRole('tab', { name: 'Rejected' }).click()
  const row = shell.rows().filter({ hasText: 'bicycle workshop' })
  await row.getByText('+2 copies').waitFor()
  await page.getByRole('tab', { name: 'New' }).click()
  await shell.rows().first().waitFor()
  await expect.poll(() => row.count()).toBe(0)
})

interface Lead {
  id: string
  /** Present if it was requested. */
  post?: { title: string; body?: string }
}

const checkedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
const nothing = { title: '', author: null, url: null, flair: null, score: null, numComments: null, checkedAt }
const emptied = { components: [], sentence: null, snippet: { text: '', marks: [] }, score: 0, label: 0 }

/** Makes the server answer as if this lead's post was deleted on Reddit. */
async function forget(id: string): Promise<void> {
  const withoutContent = (lead: Lead) => {
    if (lead.id !== id || !lead.post) return lead
    const { body, ...post } = lead.post
    const standing = 'deleted'
    return { ...lead, ...emptied, post: { ...post, ...nothing, standing, ...(body !== undefined && { body: '' }) } }
  }
  await page.route(/\/api\/opportunities\?/, async (route: Route) => {
    const answer = await route.fetch()
    const { data, meta } = (await answer.json()) as { data: Lead[]; meta: object }
    await route.fulfill({ response: answer, json: { data: data.map(withoutContent), meta } })
  })
}

test('a lead deleted on Reddit shows this at once, even while it is open, and stays in the list without its content', async () => {
  await shell.show()
  const title = 'Looking for an alternative to Pipedrive'
  const link = shell.rows().getByRole('link', { name: title })
  const id = (await link.getAttribute('id'))!.replace('lead-', '')
  await link.click()
  const row = shell.rows().filter({ has: page.locator(`#lead-${id}`) })
  const lead = page.getByRole('region', { name: 'Lead' })
  await lead.getByRole('heading', { name: title }).waitFor()
  await forget(id)
  // Another browser changes the lead, which triggers an event.
  await callApi(shell.context, shell.server, 'PUT', `opportunities/${id}/save`)
  await row.getByText('Deleted on Reddit').waitFor()
  await lead.getByRole('heading', { name: 'Deleted on Reddit' }).waitFor()
  await lead.getByText('The author deleted this on Reddit').waitFor()
  await lead.getByText('Verified 3 h ago').waitFor()
  await expect.poll(() => page.getByText(title).count()).toBe(0)
  await row.getByText('Saved').waitFor()
  expect(await shell.rows().getByText('Deleted on Reddit').count()).toBe(1)
  expect(await shell.rows().count()).toBeGreaterThan(1)
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.unroute(/\/api\/opportunities\?/)
})

/** Records 21 deleted leads without rows, one with a row, and a mention with its quotes. */
async function insertDeletions(leadLeft: string): Promise<void> {
  await ask(
    shell.server.databaseUrl,
    `insert into forgetting (project_id, id, realm, standing, opportunity_id, mention_id, last_seen_at, texts, people, created_at)
     select p.id, gen_random_uuid(), p.realm, t.standing, t.lead, t.mention, t.seen, t.texts, t.people, now() - t.age
     from project p, (
       select 'removed' as standing, gen_random_uuid() as lead, null::uuid as mention, now() - interval '9 h' as seen,
         0 as texts, 0 as people, n * interval '1 h' as age from generate_series(3, 23) n
       union all select 'deleted', $1::uuid, null, now() - interval '4 h', 0, 0, interval '1 h'
       union all select 'authorless', null, gen_random_uuid(), null, 2, 1, interval '2 h'
     ) t where p.id = $2`,
    [leadLeft, shell.project],
  )
}

test('owners and admins see which posts were deleted, when, why, and which data went with them', async () => {
  await shell.show()
  const entries = page.getByRole('list', { name: 'Deleted posts' }).getByRole('listitem')
  const link = await shell.rows().first().getByRole('link').getAttribute('id')
  const lead = link!.replace('lead-', '')
  await insertDeletions(lead)
  await shell.visit('/app/settings/project/sources')
  await entries.nth(0).getByText('The author deleted it on Reddit.').waitFor()
  const second = entries.nth(1)
  await second.getByRole('heading', { name: 'A mention' }).waitFor()
  await second.getByText('The author left Reddit. Also deleted: quotes in 2 notes and messages').waitFor()
  await second.getByText('Never verified on Reddit.').waitFor()
  await entries.nth(2).getByText('The lead was deleted.').waitFor()
  expect(await entries.count()).toBe(20)
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  const pages = page.getByRole('navigation', { name: 'Deleted posts: pages' })
  await pages.getByText('1–20 of 23').waitFor()
  await pages.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect.poll(() => entries.count()).toBe(3)
  await pages.getByRole('button', { name: 'Previous page' }).press('Enter')
  await entries.nth(0).getByRole('link', { name: 'View lead' }).click()
  await page.waitForURL(`**/app/opportunities?lead=${lead}`)
})

test('a reply is suggested from a new fact, mended where a rule is broken, copied, and kept with the lead', async () => {
  await shell.show()
  await shell.rows().getByRole('link', { name: 'Can anyone recommend a simple CRM' }).click()
  const panel = page.getByRole('region', { name: 'Reply', exact: true })
  await panel.getByRole('button', { name: 'Write a reply' }).click()
  await panel.getByText('Nobody has claimed this lead.').waitFor()
  await panel.getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('region', { name: 'Team' }).getByRole('button', { name: "You're working on it" }).waitFor()
  expect(await panel.getByRole('button', { name: 'Claim' }).count()).toBe(0)
  await panel.getByText('You have no facts yet.').waitFor()
  await panel.getByRole('button', { name: 'Suggest a reply' }).click()
  await panel.getByText('The project has no facts yet.').waitFor()

  const fact = 'It is a simple CRM for two-person studios and reminds you to follow up with leads.'
  await panel.getByLabel('Add a fact').fill(fact)
  await panel.getByRole('button', { name: 'Add fact' }).click()
  await panel.getByRole('listitem').filter({ hasText: fact }).waitFor()
  await panel.getByRole('button', { name: 'Suggest a reply' }).click()
  const text = panel.getByRole('textbox', { name: 'Your reply' })
  await expect.poll(() => text.inputValue()).toContain('reminds you to follow up with leads')
  expect(await text.inputValue()).toContain('Disclosure: I work on')
  expect(await faultsOf(page)).toEqual([])

  const draft = await text.inputValue()
  await text.fill(`${draft}\n\nDM me for more.`)
  const check = panel.getByRole('region', { name: 'Rule check' })
  await check.getByText('No private messages').first().waitFor()
  await panel.getByText('Saved as your draft.').waitFor()
  await page.reload()
  await expect.poll(() => text.inputValue()).toBe(`${draft}\n\nDM me for more.`)
  await expect.poll(() => check.getByRole('status').textContent()).toMatch(/[1-9] broken/)
  expect(await panel.locator('mark').allTextContents()).toContain('DM me')
  await check.getByRole('button', { name: 'Replace “DM me” with “Ask me here”' }).first().click()
  await expect.poll(() => check.getByRole('status').textContent()).not.toContain('broken')
  const mended = `${draft}\n\nAsk me here for more.`
  expect(await text.inputValue()).toBe(mended)

  const opened = page.context().waitForEvent('page')
  await panel.getByRole('button', { name: 'Copy and open on Reddit' }).click()
  await (await opened).close()
  await panel.getByText('Copied to your clipboard.').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(mended)
  const permalink = await threadOf('Can anyone recommend a simple CRM')
  await panel.getByLabel('Link to your comment').fill(`https://www.reddit.com${permalink}k2x/`)
  await panel.getByRole('button', { name: 'Save as replied' }).click()
  await page.getByRole('tab', { name: 'Replied' }).click()
  await shell.rows().getByRole('link', { name: 'Can anyone recommend a simple CRM' }).waitFor()
  const stored = await ask(shell.server.databaseUrl, `select text, permalink from decision where kind = 'reply'`)
  expect(stored).toContainEqual({ text: mended, permalink: `${permalink}k2x/` })
})

test('a reply that moderators remove is shown as removed, also in the playbook of its community', async () => {
  const { address, databaseUrl } = shell.server
  const { reddit } = await (await page.request.get(`${address}/api/sandbox`)).json()
  const tell = async (what: string, data: object): Promise<{ name: string }> =>
    (await page.request.put(`${reddit.url}/control/${what}`, { data })).json()
  const author = reddit.username
  const title = 'Which CRM for a bakery?'
  const post = await tell('posts', { subreddit: 'smallbusiness', author, title, body: 'Which one do you use?' })
  const comment = await tell('comments', { parent: post.name, author, body: 'A sheet does it at first.' })
  const lead = await addSampleLead(shell.server, shell.project, { id: post.name.slice(3), title })
  const boss = await startBoss(databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
  try {
    await shell.visit(`/app/opportunities?lead=${lead}`)
    const found = page.getByRole('region', { name: 'Lead', exact: true })
    const marked = page.waitForResponse((response) => response.url().endsWith('/reply'))
    await found.getByRole('button', { name: 'Mark replied' }).click()
    expect((await marked).status()).toBe(200)
    await shell.visit(`/app/opportunities?tab=replied&lead=${lead}`)
    const reply = page.getByRole('region', { name: 'Your reply' })
    await reply.getByRole('button', { name: 'Add your reply' }).click()
    const dialog = shell.dialog('Your reply')
    await dialog.getByLabel('Text').fill('A sheet does it at first.')
    await dialog.getByLabel('Link').fill(`/r/smallbusiness/comments/${post.name.slice(3)}/x/${comment.name.slice(3)}/`)
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await reply.getByText('Not checked yet').waitFor()

    await tell(`things/${comment.name}`, { action: 'remove' })
    const soon = `update reply_check set due_at = now(), next_at = now() where opportunity_id = $1 and step <> 'day'`
    await ask(databaseUrl, soon, [lead])
    await boss.send('replyChecks', {})
    await reply.getByText('Removed', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Playbook of r/smallbusiness' }).click()
    const playbook = shell.dialog('r/smallbusiness')
    await playbook.getByRole('region', { name: 'Your replies here' }).getByText('Removed', { exact: true }).waitFor()
    await playbook.getByText('1 is still being checked.').waitFor()
    await page.setViewportSize({ width: 375, height: 900 })
    expect(await faultsAbove(page)).toEqual([])
    await page.keyboard.press('Escape')
    await playbook.waitFor({ state: 'detached' })
    await reply.waitFor()
  } finally {
    await boss.stop({ graceful: false })
    await page.setViewportSize({ width: 1440, height: 900 })
    await ask(databaseUrl, `update project set realm = 'real', sources = $2 where id = $1`, [shell.project, sources])
  }
})

/** Returns the address of a lead's post. */
async function threadOf(title: string): Promise<string> {
  const list = `opportunities?filters[project]=${shell.project}&populate=post&pagination[pageSize]=100`
  const { data } = await callApi(shell.context, shell.server, 'GET', list)
  return data.find(({ post }: { post: { title: string } }) => post.title.startsWith(title)).post.permalink
}

test('prompts are changed, and an earlier version is restored', async () => {
  await page.getByRole('link', { name: 'Project', exact: true }).first().click()
  await page.getByRole('link', { name: 'Prompts' }).click()
  await page.getByRole('heading', { name: 'Prompts' }).waitFor()
  const voice = page.getByRole('region', { name: 'Voice' })
  for (const text of ['Short sentences.', 'Long sentences.']) {
    await voice.getByRole('textbox', { name: 'Voice' }).fill(text)
    await voice.getByRole('button', { name: 'Save voice' }).click()
    await page.getByText('Voice saved').first().waitFor()
    await expect.poll(() => voice.getByRole('button', { name: 'Save voice' }).isDisabled()).toBe(true)
  }
  await voice.getByText('Version 2', { exact: true }).click()
  await voice.getByText('Version 1 ·').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await voice.getByRole('button', { name: 'Restore version 1' }).click()
  await voice.getByText('Version 3', { exact: true }).waitFor()
  expect(await voice.getByRole('textbox', { name: 'Voice' }).inputValue()).toBe('Short sentences.')
})

test('a community gets its own disclosure, the default is restored, and edits are tested beside saved prompts', async () => {
  const { context, server, project } = shell
  const stored = `prompts?filters[project]=${project}&filters[kind]=facts`
  if ((await callApi(context, server, 'GET', stored)).data.length === 0) {
    // After a second try, no test before has added facts.
    const text = 'It is a simple CRM for two-person studios.'
    await callApi(context, server, 'POST', 'prompts', { data: { project, kind: 'facts', text } })
  }
  await shell.visit('/app/settings/project/prompts')
  const facts = page.getByRole('region', { name: 'Facts' })
  await page.getByLabel('Another community').fill('r/SmallBusiness')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const disclosure = page.getByRole('region', { name: 'Disclosure' })
  await disclosure.getByText('r/smallbusiness uses the text for all communities.').waitFor()
  expect(await page.getByRole('region', { name: 'Intent brief' }).count()).toBe(0)
  await disclosure.getByRole('button', { name: 'Write one for r/smallbusiness' }).click()
  await disclosure.getByRole('textbox', { name: 'Disclosure' }).fill('I make this CRM.')

  const test = page.getByRole('region', { name: 'Test on a post' })
  await test.getByRole('combobox', { name: 'Post' }).click()
  await page.getByRole('option', { name: 'Can anyone recommend a simple CRM' }).click()
  await test.getByRole('button', { name: 'Write both drafts' }).click()
  const [saved, edited] = ['Saved prompts', 'Your edits'].map((name) => test.getByRole('region', { name }))
  await saved!.getByText('Disclosure: I work on').waitFor()
  await edited!.getByText('I make this CRM.').waitFor()
  await edited!.getByRole('region', { name: 'Rule check' }).waitFor()

  await disclosure.getByRole('button', { name: 'Save disclosure' }).click()
  await page.getByText('Disclosure saved').first().waitFor()
  await disclosure.getByRole('button', { name: 'Remove' }).click()
  await disclosure.getByText('r/smallbusiness uses the text for all communities.').waitFor()
  await page.getByRole('combobox', { name: 'Community' }).click()
  await page.getByRole('option', { name: 'All communities' }).click()
  await facts.getByRole('button', { name: 'Restore default' }).click()
  await facts.getByText('Default: no facts').waitFor()
  // The notice before it has an "Undo" too.
  const restored = page.getByRole('dialog').filter({ hasText: 'Facts: default restored' })
  await restored.getByRole('button', { name: 'Undo' }).click()
  await facts.getByRole('button', { name: 'Restore default' }).waitFor()
  const drafts = await ask(shell.server.databaseUrl, `select text from reply_draft where text like '%I make this CRM%'`)
  expect(drafts).toEqual([])
})
