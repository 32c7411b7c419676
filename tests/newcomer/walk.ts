import type { Locator, Page } from 'playwright-core'
import type { Album } from './album.ts'

/** Someone new who follows README, in a fresh browser. */
export interface Newcomer {
  page: Page
  address: string
  album: Album
}

/** The time in ms that README promises for the first leads. */
const firstLeadsMs = 60_000

/** Signs up from the landing page, and confirms the email in the sandbox's mailbox. */
export async function signUp({ page, address, album }: Newcomer): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await album.take(page, 'landing')
  await page.getByRole('main').getByRole('link', { name: 'Start listening' }).first().click()
  await page.getByLabel('Email').waitFor()
  await album.take(page, 'sign-up')
  await page.getByLabel('Email').fill('ada@paperfinch.example')
  await page.getByLabel('Password', { exact: true }).fill('analytical engine')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Step 1 of 5').waitFor()
  const [mail] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open email' }).click()])
  await album.take(page, 'setup')
  const link = mail.getByRole('link', { name: /email-confirmation/ })
  // The mailbox asks for a reload until the email is there.
  while ((await link.count()) === 0) await mail.reload()
  await album.take(mail, 'email')
  await link.first().click()
  await album.take(mail, 'confirmed')
  await mail.close()
  await page.bringToFront()
}

/** Lets Earshot read the website in the setup. */
export async function readWebsite({ page, album }: Newcomer): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Website' })
  await field.fill('paperfinch.example')
  await field.press('Enter')
  await page.getByText(/^Filled in from/).waitFor()
  for (const label of ['Product name', 'Product description']) {
    if ((await page.getByLabel(label).inputValue()) === '') throw new Error(`The website filled in no ${label}`)
  }
  await album.take(page, 'filled-in')
}

/** Goes on through the setup until the first leads appear, and opens the best. Returns the ms until they appeared. */
export async function findLeads({ page, address, album }: Newcomer): Promise<number> {
  if (!(await page.getByRole('button', { name: 'Skip the rest' }).isVisible()))
    throw new Error("The setup can't be skipped")
  for (let step = 2; step <= 5; step++) {
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(`Step ${step} of 5`).waitFor()
    await album.take(page, `setup-${step}`)
  }
  await page.getByRole('button', { name: 'Create project' }).click()
  const since = performance.now()
  await page.waitForURL('**/app/opportunities')
  await album.take(page, 'waiting')
  await rows(page).first().waitFor({ timeout: firstLeadsMs })
  const waited = performance.now() - since
  if (waited > firstLeadsMs) throw new Error(`The first leads took ${Math.round(waited / 1000)} s`)
  // It begins soon, and again at another width.
  await takeTour(page, album)
  await album.take(page, 'leads')
  await rows(page).first().getByRole('link').first().click()
  await page.getByRole('region', { name: 'Score' }).waitFor()
  await album.take(page, 'lead')
  for (const path of ['dashboard', 'settings/project/keywords', 'searchbox']) {
    await page.goto(`${address}/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await album.take(page, path.replaceAll('/', '-'))
  }
  return waited
}

/** Shows the leads after an import: the sample data has made room for real posts. */
export async function seeImport({ page, address, album }: Newcomer): Promise<void> {
  await page.goto(`${address}/app/opportunities`)
  const lead = rows(page)
    .filter({ hasText: /freelance designer/ })
    .first()
  // Leads that come while the list is open wait behind a button.
  const newer = page.getByRole('button', { name: /^Show \d+ new lead/ })
  while (!(await lead.isVisible())) {
    await lead.or(newer).first().waitFor()
    if (await newer.isVisible()) await newer.click()
  }
  await album.take(page, 'imported')
  await page.goto(`${address}/app/settings/project/imports`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await album.take(page, 'imports')
}

/** Creates a project for a product of one's own, by hand: archives bring no posts to samples. */
export async function createOwnProject({ page, address }: Newcomer): Promise<void> {
  await page.goto(`${address}/app/setup`)
  await page.getByLabel('Product name').fill('Receiptly')
  await page
    .getByLabel('Product description')
    .fill('An expense tracker for freelancers. It reads receipts and sorts them for the tax return.')
  await page.getByRole('button', { name: 'Continue' }).click()
  const keywords = page.getByLabel('Keywords', { exact: true })
  for (const keyword of ['expense tracker', 'receipts', 'Expensify']) {
    await keywords.fill(keyword)
    await keywords.press('Enter')
  }
  await page.getByRole('button', { name: 'Skip the rest' }).click()
  await page.waitForURL('**/app/opportunities')
}

/** Takes the tour that greets newcomers, if there is one. */
async function takeTour(page: Page, album: Album): Promise<void> {
  const tour = page.getByRole('dialog').filter({ hasText: 'Opportunities tour' })
  const appeared = tour.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
  if (!(await appeared)) return
  for (let step = 1; ; step++) {
    // At another width, the tour begins again.
    await album.take(page, `tour-${step}`, true)
    const isLast = await tour.getByRole('button', { name: 'Done' }).isVisible()
    await tour.getByRole('button', { name: isLast ? 'Done' : 'Next' }).click()
    if (isLast) break
  }
  await tour.waitFor({ state: 'hidden' })
}

function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
}
