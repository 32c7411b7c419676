/** Why a website could not be read, in words for who asked for it. */
const websiteFaults = {
  invalid: 'Enter the address of a website, such as example.com',
  private: 'This address belongs to a private network',
  notFound: 'The address could not be found',
  unreachable: 'The website could not be reached',
  insecure: 'The website has no valid certificate',
  slow: 'The page took too long to answer',
  redirects: 'The address leads from one to the next without end',
  refused: 'The website does not let us read this page',
  missing: 'There is no page at this address',
  failing: 'The website answers with an error at the moment',
  notPage: 'There is no web page at this address, but a file of another kind',
  unreadable: 'The page could not be read',
} as const

export type WebsiteFault = keyof typeof websiteFaults

export class WebsiteError extends Error {
  override readonly name = 'WebsiteError'
  readonly fault: WebsiteFault

  constructor(fault: WebsiteFault, options?: ErrorOptions) {
    super(websiteFaults[fault], options)
    this.fault = fault
  }
}
