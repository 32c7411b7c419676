/** Why a website could not be read, as text for users. */
const websiteFaults = {
  invalid: 'Enter a website address, such as example.com',
  private: 'This address belongs to a private network',
  notFound: "We couldn't find this address",
  unreachable: "We couldn't reach this website",
  insecure: "This website doesn't have a valid certificate",
  slow: 'This website took too long to respond',
  redirects: 'This address redirects too many times',
  refused: "This website doesn't let us read the page",
  missing: "We didn't find a page at this address",
  failing: 'This website returned an error',
  notPage: "This address isn't a web page",
  unreadable: "We couldn't read this page",
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
