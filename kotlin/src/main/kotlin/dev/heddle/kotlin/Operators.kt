package dev.heddle.kotlin

import dev.heddle.frame.expr.Expr
import dev.heddle.frame.expr.Functions

// `col("a") + 1`, `-`, `*`, `/` and `!` are the methods plus, minus, times, div and not of Expr itself.

/** The remainder of a division, with the sign of the dividend. */
operator fun Expr.rem(other: Expr): Expr = mod(other)

/** The remainder of a division by a number. */
operator fun Expr.rem(other: Number): Expr = mod(other)

/** The value with the other sign. */
operator fun Expr.unaryMinus(): Expr = negate()

/** A field of a struct. */
operator fun Expr.get(field: String): Expr = field(field)

/** An element of a list, from 1, or the value of a key of a map. */
operator fun Expr.get(position: Int): Expr = element(position)

/** A number plus an expression. */
operator fun Number.plus(other: Expr): Expr = literal(this).plus(other)

/** A number minus an expression. */
operator fun Number.minus(other: Expr): Expr = literal(this).minus(other)

/** A number times an expression. */
operator fun Number.times(other: Expr): Expr = literal(this).times(other)

/** A number divided by an expression. */
operator fun Number.div(other: Expr): Expr = literal(this).div(other)

private fun literal(value: Number): Expr = Functions.lit(value as Comparable<*>)

/** Whether both are true; three-valued. */
infix fun Expr.and(other: Expr): Expr = this.and(other)

/** Whether one is true; three-valued. */
infix fun Expr.or(other: Expr): Expr = this.or(other)

/** Whether both are equal. */
infix fun Expr.eq(other: Expr): Expr = eqTo(other)

/** Whether the value is this one. */
infix fun Expr.eq(value: Comparable<*>?): Expr = eqTo(value)

/** Whether both differ. */
infix fun Expr.notEq(other: Expr): Expr = notEqTo(other)

/** Whether the value is another one. */
infix fun Expr.notEq(value: Comparable<*>?): Expr = notEqTo(value)

/** Whether the value is smaller. */
infix fun Expr.lt(other: Expr): Expr = this.lt(other)

/** Whether the value is smaller. */
infix fun Expr.lt(value: Comparable<*>?): Expr = this.lt(value)

/** Whether the value is not larger. */
infix fun Expr.ltEq(other: Expr): Expr = this.ltEq(other)

/** Whether the value is not larger. */
infix fun Expr.ltEq(value: Comparable<*>?): Expr = this.ltEq(value)

/** Whether the value is larger. */
infix fun Expr.gt(other: Expr): Expr = this.gt(other)

/** Whether the value is larger. */
infix fun Expr.gt(value: Comparable<*>?): Expr = this.gt(value)

/** Whether the value is not smaller. */
infix fun Expr.gtEq(other: Expr): Expr = this.gtEq(other)

/** Whether the value is not smaller. */
infix fun Expr.gtEq(value: Comparable<*>?): Expr = this.gtEq(value)

/** Whether the value is one of these; false for none. */
infix fun Expr.isIn(values: Collection<*>): Expr = this.isIn(values)

/** The expression under another name. */
infix fun Expr.named(name: String): Expr = this.named(name)
