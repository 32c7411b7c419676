import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { openChromium } from './chromium.ts'
import { linksTo } from './mails.ts'
import { setUp, signUp } from './people.ts'
import { writePicturePosts } from './picture-posts.ts'
import { startServer, type TestServer } from './test-server.ts'

const readme = resolve(import.meta.dirname, '../../docs/pictures')
const site = resolve(import.meta.dirname, '../../site/content/pictures')

/** Takes the screenshots of the README and the site: a fresh start, and an import of made-up posts. */
async function takePictures(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-pictures-'))
  const server = await startServer()
  const browser = await openChromium()
  try {
    const archive = join(folder, 'archive.ndjson')
    writePicturePosts(archive, new Date())
    await server.importForAll(archive)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await context.addInitScript(toursDone)
    const page = await context.newPage()
    await signUp(page, server.address, 'ada@deskbook.example', 'analytical engine')
    await confirmAddress(server, page)
    await page.goto(`${server.address}/app/setup`)
    await page.setViewportSize(small)
    await page.getByRole('textbox', { name: 'Website' }).fill('paperfinch.example')
    await page.getByRole('textbox', { name: 'Website' }).press('Enter')
    await page
      .getByText(/Filled in from/)
      .first()
      .waitFor()
    await scrollTo(page.getByText('Website', { exact: true }))
    await take(page, 'setup.webp', undefined, 398)
    await page.setViewportSize(telephone)
    await scrollTo(page.getByText('Website', { exact: true }))
    await take(page, 'setup-narrow.webp', undefined, 372)
    await page.reload()
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await setUp(page)
    await showLead(server, page)
    await page.screenshot({ path: join(readme, 'opportunities.png') })
    await take(page, 'opportunities.webp', undefined, 795)
    await take(page, 'lead.webp', page.getByRole('region', { name: 'Lead', exact: true }))
    await page.goto(`${server.address}/app/settings/project/keywords`)
    await page.setViewportSize(small)
    await page
      .getByText(/per day/)
      .first()
      .waitFor()
    await scrollTo(page.getByText('simple crm', { exact: true }))
    await take(page, 'keywords.webp')
    await page.setViewportSize(telephone)
    await scrollTo(page.getByText('simple crm', { exact: true }))
    await take(page, 'keywords-narrow.webp', undefined, 377)
    await page.setViewportSize({ width: 390, height: 640 })
    await page.goto(`${server.address}/app/opportunities`)
    await leadOf(page).waitFor()
    await page.getByRole('group', { name: 'Filters' }).waitFor()
    await take(page, 'opportunities-narrow.webp', undefined, 594)
    await leadOf(page).click()
    await page
      .getByRole('dialog', { name: 'Lead' })
      .getByRole('heading', { name: /two person studio/ })
      .waitFor()
    await page.waitForFunction(standsStill)
    await take(page, 'lead-narrow.webp', undefined, 560)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A viewport for screenshots that are shown small, so that they stay readable. */
const small = { width: 640, height: 480 }
const telephone = { width: 390, height: 480 }

/** An expression for the page: whether no animation is running. */
const standsStill = `document.getAnimations().every(({ playState }) => playState !== 'running')`

/** Scrolls an element to the top of the screen with a margin. */
async function scrollTo(part: Locator): Promise<void> {
  await part.first().evaluate((element) => {
    element.style.scrollMarginTop = '32px'
    element.scrollIntoView()
  })
}

/** A script that runs in each page and marks the tours as seen. */
const toursDone = `localStorage.setItem('productTourState', JSON.stringify({
  searchboxTourCompleted: true, opportunitiesTourCompleted: true, mentionsTourCompleted: true, insightsTourCompleted: true,
}))`

/** Confirms the address, so that no banner asks for it in the screenshots. The mail has already been written. */
async function confirmAddress(server: TestServer, page: Page): Promise<void> {
  const [confirmation] = linksTo(server, 'ada@deskbook.example', /email-confirmation\?confirmation=/)
  if (confirmation === undefined) throw new Error('No mail to confirm the address was written')
  await page.goto(confirmation)
}

async function showLead(server: TestServer, page: Page): Promise<void> {
  await page.goto(`${server.address}/app/opportunities`)
  await leadOf(page).waitFor()
  await page.getByText(/^Scanning/).waitFor({ state: 'hidden' })
  await leadOf(page).click()
  await page.getByRole('region', { name: 'Lead', exact: true }).getByRole('heading').first().waitFor()
  // These load after the lead.
  await page.getByRole('group', { name: 'Filters' }).waitFor()
  await page.getByRole('region', { name: 'Team' }).getByRole('textbox').waitFor()
}

function leadOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Opportunities' }).getByRole('link', { name: /two person studio/ })
}

/** Saves the screen down to a height (where one of its rows ends), or an element at 4:3, as WebP. */
async function take(page: Page, name: string, part?: Locator, tall?: number): Promise<void> {
  await page.evaluate('document.fonts.ready')
  const box = await part?.boundingBox()
  const { width, height } = page.viewportSize()!
  const clip = box
    ? { x: box.x, y: box.y, width: box.width, height: Math.min(box.height, (box.width * 3) / 4), scale: 2 }
    : {
        x: 0,
        y: await page.evaluate<number>('scrollY'),
        width,
        height: tall ?? height,
        scale: width <= small.width ? 2 : 1,
      }
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85, clip })
  await session.detach()
  writeFileSync(join(site, name), Buffer.from(data, 'base64'))
}

await takePictures()
