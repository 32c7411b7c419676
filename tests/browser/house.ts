import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freePort, type Program, run } from '../program.ts'
import { watchHouse } from './diary.ts'
import { furnish } from './made-data.ts'

/** The whole product, started as a newcomer starts it, on a folder of its own. */
export interface House {
  address: string
  dataDir: string
  /** The supervisor's, whose children are the roles. */
  pid: number
  /** Runs `npm run import` on these files beside the running server; resolves with what it printed. */
  bringIn(...files: string[]): Promise<string>
  stop(): Promise<void>
}

/** Starts the product, set up otherwise where that is given, and resolves once it prints its address. */
export async function openHouse(variables: Record<string, string> = {}): Promise<House> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-house-'))
  furnish(dataDir)
  const port = await freePort()
  const environment = { DATA_DIR: dataDir, PORT: String(port), ...variables }
  const program: Program = run('server/main.ts', [], environment)
  watchHouse(program)
  const stop = async () => {
    program.kill('SIGTERM')
    await program.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  // The product starts a process again and again that dies at its start.
  await program.line(/Earshot is at/, /(The \w+ process ended).*\1/s).catch(async (error) => {
    await stop()
    throw error
  })
  return {
    address: `http://localhost:${port}`,
    dataDir,
    pid: program.pid,
    bringIn: async (...files) => {
      const command = run('server/commands/import.ts', files, environment)
      if ((await command.ended) !== 0) throw new Error(command.output())
      return command.output()
    },
    stop,
  }
}

/** Creates an account, as a person does it. */
export async function signUp(page: Page, address: string, email: string, password: string): Promise<void> {
  await page.goto(`${address}/auth/signup`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/app/setup')
}

export const studio = {
  name: 'Deskbook',
  website: 'deskbook.example',
  summary:
    'A simple CRM for small businesses and studios: contacts, a sales pipeline and reminders to follow up with leads, without the price of enterprise CRMs.',
  keywords: ['simple crm', 'crm', 'sales pipeline', 'keep track of clients', 'follow up with leads'],
  competitors: ['HubSpot', 'Pipedrive', 'Salesforce'],
}

/** Fills in and sends the set-up form. */
export async function setUp(page: Page, product = studio): Promise<void> {
  await page.getByLabel('Product name').fill(product.name)
  await page.getByLabel('Website').fill(product.website)
  await page.getByLabel('What do you make, and for whom?').fill(product.summary)
  for (const keyword of product.keywords) await addTag(page, 'Keywords', keyword)
  for (const competitor of product.competitors) await addTag(page, 'Competitors', competitor)
  await page.getByRole('button', { name: 'Start listening' }).click()
  await page.waitForURL('**/app/opportunities')
}

async function addTag(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Enter')
}
