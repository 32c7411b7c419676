import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { sources } from '#engine/sources.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi } from '../people.ts'
import { addSampleLead } from '../sample-lead.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
const rules = JSON.stringify([{ name: 'No private messages', description: 'Do not ask people to DM you.' }])
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ask(
    shell.server.databaseUrl,
    `insert into community (realm, key, name, standing, rules, read_at, asked_at, next_at)
     values ('real', 'smallbusiness', 'smallbusiness', 'open', $1, now(), now(), now() + interval '1 day')
     on conflict (realm, key) do update set rules = excluded.rules`,
    [rules],
  )
  await shell.start()
})
afterAll(async () => {
  if (!shell) return
  await ask(shell.server.databaseUrl, `delete from community where key = 'smallbusiness' and rules = $1`, [rules])
  await shell.close()
})

test('a reply is suggested from a new fact, mended where a rule is broken, copied, and kept with the lead', async () => {
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
  const tell = async (what: string, data: object) => {
    const answer = await page.request.put(`${reddit.url}/control/${what}`, { data })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { name: string }
  }
  const author = reddit.username
  const title = 'Which CRM for a bakery?'
  const post = await tell('posts', { subreddit: 'smallbusiness', author, title, body: 'Which one do you use?' })
  const comment = await tell('comments', { parent: post.name, author, body: 'A sheet does it at first.' })
  const lead = await addSampleLead(shell.server, shell.project, { id: post.name.slice(3), title })
  const boss = await startBoss(databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
  try {
    await page.goto(`${address}/app/opportunities?lead=${lead}`)
    const found = page.getByRole('region', { name: 'Lead', exact: true })
    const marked = page.waitForResponse((response) => response.url().endsWith('/reply'))
    await found.getByRole('button', { name: 'Mark replied' }).click()
    expect((await marked).status()).toBe(200)
    const isLive = page.waitForResponse('**/api/events*')
    await page.goto(`${address}/app/opportunities?tab=replied&lead=${lead}`)
    await isLive
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
  const { data } = await (await page.request.get(`${shell.server.address}/api/${list}`)).json()
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
