import { z } from 'zod'
import { Component, Reason, ScoreWeights } from '#engine/score/component.ts'
import { Snippet, Span } from '#engine/spans.ts'
import { ApiToken, Session, User } from '#features/accounts/contract.ts'
import { Membership } from '#features/accounts/contract-memberships.ts'
import {
  Checkout,
  CheckoutSettings,
  CreditEntry,
  Invoice,
  InvoiceLine,
  PlanChange,
  PricePreview,
  ProjectAccess,
  Purchase,
  SoldPlan,
  Subscription,
  Usage,
} from '#features/billing/contract.ts'
import { Decision, Opportunity, Rejection, Reply, Sibling } from '#features/leads/contract.ts'
import { ArchiveFile, BrokenLine, Import } from '#features/matching/contract.ts'
import { Failure, HealthReport } from '#features/operations/contract.ts'
import { Post } from '#features/posts/contract.ts'
import { Project } from '#features/projects/contract.ts'
import { AuditEntry, Member } from '#features/team/contract.ts'
import { Competitor, Keyword } from '#features/watchlist/contract.ts'
import { Pagination } from '#platform/contract/endpoint.ts'
import { ErrorBody } from '#platform/contract/errors.ts'
import { Person } from '#platform/contract/row.ts'
import { FeedHealth, Gap, SourceHealth } from '#platform/contract/source-health.ts'

import { resources } from '../resources.ts'

/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>

/** The named schemas of the document: all parts of the contract's rows. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  ScoreWeights,
  Project,
  Membership,
  User,
  Session,
  Person,
  ApiToken,
  Keyword,
  Competitor,
  Post,
  Span,
  Reason,
  Component,
  Decision,
  Rejection,
  Reply,
  Snippet,
  Sibling,
  Opportunity,
  BrokenLine,
  Import,
  ArchiveFile,
  Failure,
  HealthReport,
  SourceHealth,
  FeedHealth,
  Gap,
  Subscription,
  Purchase,
  ProjectAccess,
  SoldPlan,
  CheckoutSettings,
  PricePreview,
  Checkout,
  PlanChange,
  Invoice,
  InvoiceLine,
  Usage,
  CreditEntry,
  Member,
  AuditEntry,
  Pagination,
  ErrorBody,
})) {
  named.add(schema, { id })
}
for (const [resource, { entity }] of Object.entries(resources)) {
  if (!named.has(entity)) named.add(entity, { id: `Row_${resource}` })
}

/** Converts zod schemas into JSON Schemas; named ones become components that others refer to. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {}

  /** Returns the schema of a response. */
  answer(schema: z.ZodType): JsonSchema {
    const { $defs = {}, ...written } = write(schema, 'output')
    for (const [name, component] of Object.entries($defs)) this.components[name] = hoisted(component)
    return hoisted(written)
  }

  /** Returns the schema of a request body, in which fields with a default are optional. */
  body(schema: z.ZodType): JsonSchema {
    const { $defs = {}, ...written } = write(schema, 'input')
    if (Object.keys($defs).length > 0) throw new Error('a body does not refer to other schemas')
    return written
  }
}

function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const { $schema, ...written } = z.toJSONSchema(schema, {
    io,
    // Bodies are written inline: a named schema would have another shape as input than as output.
    metadata: io === 'output' ? named : z.registry<{ id: string }>(),
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
      // The patterns of ids and instants are long and repeat the format.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return written
}

/** Rewrites references to point to the document's components instead of local definitions. */
function hoisted(schema: JsonSchema): JsonSchema {
  const moved = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(moved))
}
