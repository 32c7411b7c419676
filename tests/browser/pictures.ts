import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeArchive } from './archive.ts'
import { openChromium } from './chromium.ts'
import { openHouse, setUp, signUp } from './house.ts'
import { linksTo } from './mails.ts'

const pictures = resolve(import.meta.dirname, '../../docs/pictures')

/** Takes the README's picture of the product: a fresh start, an archive in the words of these tests, and its leads. */
async function takePictures(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-pictures-'))
  const house = await openHouse()
  const browser = await openChromium()
  try {
    const archive = join(folder, 'archive.ndjson.gz')
    writeArchive(archive, new Date())
    await house.bringIn(archive)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await signUp(page, house.address, 'ada@deskbook.example', 'analytical engine')
    await setUp(page)
    const lead = page.getByRole('list', { name: 'Opportunities' }).getByRole('link', { name: /two person studio/ })
    await lead.waitFor()
    await page.getByText('Looking through posts').waitFor({ state: 'hidden' })
    // The mail is older than the lead. Without its link the picture would show a line that asks for it.
    const [confirmation] = linksTo(house, 'ada@deskbook.example', /email-confirmation\?confirmation=/)
    if (confirmation === undefined) throw new Error('No mail to confirm the address was written')
    await page.goto(confirmation)
    await page.goto(`${house.address}/app/opportunities`)
    await lead.click()
    await page.getByRole('region', { name: 'Lead' }).getByRole('heading').first().waitFor()
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(pictures, 'opportunities.png') })
  } finally {
    await browser.close()
    await house.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await takePictures()
