import type {
  AliasableExpression,
  AliasedExpression,
  AnyAliasedColumn,
  AnyAliasedColumnWithTable,
  AnyColumn,
  CallbackSelection,
  ComparisonOperatorExpression,
  DeleteResult,
  Expression,
  ExtractTypeFromReferenceExpression,
  Insertable,
  InsertResult,
  Nullable,
  Selection,
  SelectType,
  Simplify,
  SqlBool,
  StringReference,
  UpdateResult,
  UpdateType,
} from 'kysely'
import type { DB } from './database/tables.js'

/*
 * The queries that feature code can write. At run time they are Kysely's builders; these types leave out every method that
 * could remove or bypass the condition on the account. There is no callback that hands out Kysely's own types.
 */

/** The tables that carry an account_id. */
export type Owned = { [T in keyof DB]: DB[T] extends { account_id: unknown } ? T : never }[keyof DB] & string
export type OwnedTables = Pick<DB, Owned>

/** Whether the query runs inside a transaction. Only there can it lock rows. */
export type Locking = 'locks' | 'no locks'

type Reference<D, TB extends keyof D> = StringReference<D, TB> | Expression<unknown>
/** A subquery with one column may be used as a value. */
type Value<V> = V | Expression<V> | Expression<Record<string, V>>
type TypeOf<D, TB extends keyof D, R> = ExtractTypeFromReferenceExpression<D, TB, R> | null
type Selected<D, TB extends keyof D> =
  | StringReference<D, TB>
  | AnyAliasedColumnWithTable<D, TB>
  | AnyAliasedColumn<D, TB>
  | AliasedExpression<unknown, string>
type AllColumns<D, TB extends keyof D> = {
  [C in AnyColumn<D, TB>]: { [T in TB]: SelectType<C extends keyof D[T] ? D[T][C] : never> }[TB]
}

/** Inside a transaction a lock is a method; outside, calling it does not compile. */
type Lock<L extends Locking, Query> = L extends 'locks' ? () => Query : unknown

interface Runs<O> {
  execute(): Promise<Array<Simplify<O>>>
  executeTakeFirst(): Promise<Simplify<O> | undefined>
  executeTakeFirstOrThrow(error?: () => Error): Promise<Simplify<O>>
}

interface Writes<Result> {
  execute(): Promise<Result[]>
  executeTakeFirst(): Promise<Result>
}

interface Narrows<D, TB extends keyof D> {
  where<R extends Reference<D, TB>>(
    left: R,
    operator: ComparisonOperatorExpression,
    right: Value<TypeOf<D, TB, R>> | ReadonlyArray<Value<TypeOf<D, TB, R>>>,
  ): this
  where(condition: Expression<SqlBool> | ((expressions: Expressions<D, TB>) => Expression<SqlBool>)): this
  whereRef(left: Reference<D, TB>, operator: ComparisonOperatorExpression, right: Reference<D, TB>): this
}

interface Returns<D, TB extends keyof D> {
  returning<S extends Selected<D, TB>>(columns: S | readonly S[]): Narrows<D, TB> & Runs<Selection<D, TB, S>>
  returningAll(): Narrows<D, TB> & Runs<AllColumns<D, TB>>
}

/** Rows of the account, to be read. */
export interface Rows<D, TB extends keyof D, O, L extends Locking>
  extends Narrows<D, TB>, Runs<O>, AliasableExpression<O> {
  select<S extends Selected<D, TB>>(columns: S | readonly S[]): Rows<D, TB, O & Selection<D, TB, S>, L>
  select<F extends (expressions: Expressions<D, TB>) => ReadonlyArray<Selected<D, TB>>>(
    columns: F,
  ): Rows<D, TB, O & CallbackSelection<D, TB, F>, L>
  select<F extends (expressions: Expressions<D, TB>) => AliasedExpression<unknown, string>>(
    column: F,
  ): Rows<D, TB, O & Selection<D, TB, F>, L>
  selectAll(): Rows<D, TB, O & AllColumns<D, TB>, L>
  selectAll<T extends TB>(table: T): Rows<D, TB, O & AllColumns<D, T>, L>
  distinctOn(column: Reference<D, TB>): this
  groupBy(columns: Reference<D, TB> | ReadonlyArray<Reference<D, TB>>): this
  orderBy(column: Reference<D, TB> | (keyof O & string), direction?: 'asc' | 'desc'): this
  limit(rows: number): this
  offset(rows: number): this

  innerJoin<J extends Joinable>(table: J, on: On<D, TB, J, Source<J>>): Rows<Joined<D, J>, TB | Alias<J>, O, L>
  leftJoin<J extends Joinable>(
    table: J,
    on: On<D, TB, J, Source<J>>,
  ): Rows<With<D, Alias<J>, Nullable<Source<J>>>, TB | Alias<J>, O, L>
  /** Joins an `unnest` of parameters or a query of the account. */
  innerJoin<R, A extends string>(
    values: AliasedExpression<R, A>,
    on: (join: Join<With<D, A, R>, TB | A>) => Join<With<D, A, R>, TB | A>,
  ): Rows<With<D, A, R>, TB | A, O, L>
  innerJoinLateral<R, A extends string>(
    query: (expressions: Expressions<D, TB>) => AliasedExpression<R, A>,
    on: (join: LateralJoin) => LateralJoin,
  ): Rows<With<D, A, R>, TB | A, O, L>

  /** Both have the same columns. */
  unionAll(query: Expression<O>): this
  forUpdate: Lock<L, Rows<D, TB, O, L>>
  forNoKeyUpdate: Lock<L, Rows<D, TB, O, L>>
}

type Joinable = Owned | `${Owned} as ${string}`
type Alias<J> = J extends `${string} as ${infer A}` ? A : J extends string ? J : never
type Source<J> = J extends `${infer T extends Owned} as ${string}` ? DB[T] : J extends Owned ? DB[J] : never
type With<D, A extends string, R> = { [T in keyof D | A]: T extends A ? R : T extends keyof D ? D[T] : never }
type Joined<D, J> = With<D, Alias<J>, Source<J>>
type On<D, TB extends keyof D, J, R> = (
  join: UnboundJoin<With<D, Alias<J>, R>, TB, Alias<J>>,
) => Join<With<D, Alias<J>, R>, TB | Alias<J>>

type AccountOf<T> = T extends string ? `${T}.account_id` : never

/** The first condition of a join binds it to the account of an earlier table. Further conditions follow. */
interface UnboundJoin<D, TB, A extends string> {
  onRef(left: AccountOf<A>, operator: '=', right: AccountOf<TB>): Join<D, (TB | A) & keyof D>
  onRef(left: AccountOf<TB>, operator: '=', right: AccountOf<A>): Join<D, (TB | A) & keyof D>
}

interface Join<D, TB extends keyof D> {
  onRef(left: StringReference<D, TB>, operator: ComparisonOperatorExpression, right: StringReference<D, TB>): this
  on<R extends Reference<D, TB>>(
    left: R,
    operator: ComparisonOperatorExpression,
    right: Value<TypeOf<D, TB, R>> | ReadonlyArray<Value<TypeOf<D, TB, R>>>,
  ): this
  on(condition: Expression<SqlBool>): this
}

/** The query inside it is bound already. */
interface LateralJoin {
  onTrue(): this
}

/** A subquery. It can be used once it is bound to the account of a table around it. */
interface UnboundRows<D, TB extends keyof D, T extends Owned> {
  whereRef(left: AccountOf<T>, operator: '=', right: AccountOf<TB>): Rows<D & OwnedTables, TB | T, {}, 'no locks'>
}

export interface Expressions<D, TB extends keyof D> {
  <R extends Reference<D, TB>>(
    left: R,
    operator: ComparisonOperatorExpression,
    right: Value<TypeOf<D, TB, R>> | ReadonlyArray<Value<TypeOf<D, TB, R>>>,
  ): AliasableExpression<SqlBool>
  readonly eb: Expressions<D, TB>
  readonly fn: Functions<D, TB>
  and(conditions: ReadonlyArray<Expression<SqlBool>>): AliasableExpression<SqlBool>
  or(conditions: ReadonlyArray<Expression<SqlBool>>): AliasableExpression<SqlBool>
  not(condition: Expression<SqlBool>): AliasableExpression<SqlBool>
  exists(query: Expression<unknown>): AliasableExpression<SqlBool>
  lit<V extends number | boolean | null>(value: V): AliasableExpression<V>
  ref<R extends StringReference<D, TB>>(column: R): AliasableExpression<ExtractTypeFromReferenceExpression<D, TB, R>>
  selectFrom<T extends Owned>(table: T): UnboundRows<D, TB, T>
}

interface Functions<D, TB extends keyof D> {
  countAll<V extends number | string | bigint>(): AliasableExpression<V>
  max<R extends StringReference<D, TB>>(
    column: R,
  ): AliasableExpression<ExtractTypeFromReferenceExpression<D, TB, R> | null>
}

/** A row keeps its id and its account. */
type Fixed = { account_id?: never; id?: never }
export type Changes<T extends Owned> = Fixed & {
  [C in Exclude<keyof DB[T], keyof Fixed>]?: Value<UpdateType<DB[T][C]>> | undefined
}

/** A variable may hold more keys than its type says: refuse other keys, and objects of unknown keys. */
type OnlyColumns<T extends Owned, C> = string extends keyof C
  ? never
  : { [Other in Exclude<keyof C, keyof Changes<T>>]?: never }

/** `set` comes first and once. */
export interface Update<T extends Owned> {
  set<C extends Changes<T>>(changes: C & OnlyColumns<T, C>): Updated<T>
}
interface Updated<T extends Owned> extends Narrows<OwnedTables, T>, Returns<OwnedTables, T>, Writes<UpdateResult> {}

export interface Delete<T extends Owned>
  extends Narrows<OwnedTables, T>, Returns<OwnedTables, T>, Writes<DeleteResult> {}

export type NewRow<T extends Owned> = Omit<Insertable<DB[T]>, 'account_id'> & { account_id?: never }
export interface Insert<T extends Owned> extends Returns<OwnedTables, T>, Writes<InsertResult> {
  onConflict(resolve: (conflict: Conflict<T>) => Resolution): this
}

interface Conflict<T extends Owned> {
  doNothing(): Resolution
  /** A key without the account could match a row of another account. */
  columns(key: readonly ['account_id', ...Array<AnyColumn<DB, T>>]): {
    doNothing(): Resolution
    doUpdateSet<C extends Changes<T>>(changes: C & OnlyColumns<T, C>): Resolution & Narrows<OwnedTables, T>
  }
}
declare const resolution: unique symbol
interface Resolution {
  readonly [resolution]: true
}
