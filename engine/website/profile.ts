import { z } from 'zod'

/**
 * The part of a website that a proposal is from. `category` is a well-known name of the field that is on no page;
 * `model` is text that a chat model wrote from a page.
 */
const origins = [
  'siteName',
  'structuredData',
  'title',
  'description',
  'heading',
  'text',
  'list',
  'quote',
  'keywords',
  'navigation',
  'link',
  'address',
  'noscript',
  'category',
  'community',
  'model',
] as const
export type Origin = (typeof origins)[number]

/** A statement of a website about its product, and its source. */
export const Proposal = z.object({
  text: z.string(),
  origin: z.enum(origins),
  /** The path of the page, such as `/pricing`; null if it is on no page. */
  page: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** The description of a product on a website: proposals for a project, likeliest first, for its owner to correct. */
export const WebsiteProfile = z.object({
  /** The final address, after redirects. */
  website: z.string(),
  name: Proposal.nullable(),
  /** One or two sentences. */
  summary: Proposal.nullable(),
  audience: z.array(Proposal),
  pains: z.array(Proposal),
  /** Phrases that people write when they need such a product. */
  keywords: z.array(Proposal),
  competitors: z.array(Proposal),
  /** Checkable sentences about the product, for replies. */
  facts: z.array(Proposal),
  /** Names without `r/`. */
  communities: z.array(Proposal),
  /** BCP 47, as given by the page; null if it gives none. */
  language: z.string().nullable(),
  /** How much text was found: `little` is typical of pages filled by JavaScript. */
  read: z.enum(['enough', 'little', 'nothing']),
  /** Paths of the pages that were read. */
  pages: z.array(z.string()),
  /** Made by rules from the pages alone, or refined by the configured chat model. */
  madeBy: z.enum(['page', 'model']),
})
export type WebsiteProfile = z.infer<typeof WebsiteProfile>
