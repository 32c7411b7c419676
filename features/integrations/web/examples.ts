/** What examples have in place of a token. */
export const tokenPlaceholder = 'YOUR_TOKEN'

/** Examples to copy, for a server's address. A test runs each of them. */
export const examples = {
  /** Reads the five best new leads. */
  readLeads: (address: string) =>
    curl(`'${address}/api/opportunities?filters[state]=new&sort=score:desc&populate=post&pagination[pageSize]=5'`),
  /** Saves the leads that were replied to as a spreadsheet. */
  leadsFile: (address: string) => curl(`-o leads.csv '${address}/api/opportunities.csv?filters[state]=replied'`),
  /** Connects an MCP client. */
  mcpConfig: (address: string) =>
    JSON.stringify(
      {
        mcpServers: {
          earshot: {
            type: 'http',
            url: `${address}/api/mcp`,
            headers: { Authorization: `Bearer ${tokenPlaceholder}` },
          },
        },
      },
      null,
      2,
    ),
} as const

/** Returns a command that sends a token. `-g` keeps curl from reading the brackets of a query. */
function curl(rest: string): string {
  return `curl -g -H 'Authorization: Bearer ${tokenPlaceholder}' ${rest}`
}
