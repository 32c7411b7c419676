import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { writeArchive } from './archive.ts'
import { openChromium } from './chromium.ts'
import { type House, openHouse, setUp, signUp } from './house.ts'

/** Somebody signed in, whose project has leads, and the parts of the shell around it. */
export interface Shell {
  house: House
  context: BrowserContext
  page: Page
  rows(): Locator
  dialog(name: string): Locator
  /** The palette's dialog; `box` is its search box, `options` what it offers. */
  palette(): Locator
  box(): Locator
  options(): Locator
  openPalette(): Promise<void>
  /** Waits until the palette takes what is typed. */
  boxTakesKeys(): Promise<void>
  /** A wide page with the leads, as after a fresh start. */
  start(): Promise<void>
  close(): Promise<void>
}

export const email = 'grace.hopper@compilers.example'

/** Starts the product and sets up a project over a small archive. */
export async function openShell(): Promise<Shell> {
  const house = await openHouse()
  const browser = await openChromium()
  const context = await browser.newContext()
  const page = await context.newPage()
  const archive = join(house.dataDir, 'archive.ndjson.gz')
  writeArchive(archive, new Date())
  await house.bringIn(archive)
  await signUp(page, house.address, email, 'compiling since 1952')
  await setUp(page)
  await page.getByText('Looking through posts').first().waitFor({ state: 'hidden' })

  const dialog = (name: string) => page.getByRole('dialog', { name })
  const palette = () => dialog('Search or jump to')
  const box = () => palette().getByRole('combobox')
  const boxTakesKeys = () => page.locator('[role="dialog"] [role="combobox"]:focus').waitFor()
  return {
    house,
    context,
    page,
    rows: () => page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem'),
    dialog,
    palette,
    box,
    options: () => palette().getByRole('option'),
    openPalette: async () => {
      await page.keyboard.press('Control+k')
      await boxTakesKeys()
    },
    boxTakesKeys,
    start: async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${house.address}/app/opportunities`)
      await page.getByRole('tab', { name: 'New' }).waitFor()
    },
    close: async () => {
      await browser.close()
      await house.stop()
    },
  }
}

export function isFocused(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.matches(':focus'))
}
