interface TokensProps {
  use: { inputTokens: number | null; outputTokens: number | null }
}

/** What a model's text cost, if its endpoint reports it. */
export function Tokens({ use: { inputTokens, outputTokens } }: TokensProps) {
  if (inputTokens === null || outputTokens === null) return null
  const count = (tokens: number) => tokens.toLocaleString('en')
  return (
    <p className="tabular text-muted">
      The model read {count(inputTokens)} and wrote {count(outputTokens)} tokens.
    </p>
  )
}
