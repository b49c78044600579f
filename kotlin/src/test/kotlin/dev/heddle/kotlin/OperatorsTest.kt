package dev.heddle.kotlin

import dev.heddle.frame.Heddle
import dev.heddle.frame.expr.Functions.col
import dev.heddle.frame.expr.Functions.lit
import dev.heddle.frame.expr.Functions.sum
import java.nio.file.Files
import java.nio.file.Path
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@JvmRecord data class Order(val id: Long, val status: String, val price: Double)

@JvmRecord data class Total(val status: String, val revenue: Double)

class OperatorsTest {
    @Test
    fun `operators are the expressions of their names`() {
        val a = col("a")
        val b = col("b")
        assertThat((a + 1).toString()).isEqualTo(a.plus(1).toString())
        assertThat(1 + a).isEqualTo(lit(1).plus(a))
        assertThat(2 - a * b / 3).isEqualTo(lit(2).minus(a.times(b).div(3)))
        assertThat(-a).isEqualTo(a.negate())
        assertThat(a % 3).isEqualTo(a.mod(3))
        assertThat(a % b).isEqualTo(a.mod(b))
        assertThat(!(a gt 1)).isEqualTo(a.gt(1).not())
        assertThat((a gt 1) and (b ltEq a) or (a eq "x")).isEqualTo(a.gt(1).and(b.ltEq(a)).or(a.eqTo("x")))
        assertThat((a lt b) and (a gtEq 2) and (a notEq null)).isEqualTo(a.lt(b).and(a.gtEq(2)).and(a.notEqTo(null as Comparable<*>?)))
        assertThat(a isIn listOf(1, 2)).isEqualTo(a.isIn(listOf(1, 2)))
        assertThat(a["x"]).isEqualTo(a.field("x"))
        assertThat(a[2]).isEqualTo(a.element(2))
        assertThat(a named "c").isEqualTo(a.named("c"))
    }

    @Test
    fun `data classes are rows`() {
        Heddle.local().use { session ->
            val orders = session.frameOf(Order(1, "F", 10.0), Order(2, "O", 20.0), Order(3, "F", 5.0))
            val totals =
                orders
                    .filter((col("price") gt 6) or (col("id") % 2 eq 1))
                    .groupBy("status")
                    .agg(sum(col("price") * 2) named "revenue")
                    .sort("status")
            assertThat(totals.rowsOf<Total>()).containsExactly(Total("F", 30.0), Total("O", 40.0))
        }
    }

    @Test
    fun `the guide shows what this test runs`() {
        val page = Files.readString(Path.of("../docs/guide/java.md"))
        val test = Files.readString(Path.of("src/test/kotlin/dev/heddle/kotlin/OperatorsTest.kt"))
        val blocks = Regex("```kotlin\\n(.*?)```", RegexOption.DOT_MATCHES_ALL).findAll(page).map { it.groupValues[1] }.toList()
        assertThat(blocks).isNotEmpty()
        for (block in blocks) {
            assertThat(plain(test)).contains(plain(block))
        }
    }

    private fun plain(code: String) = code.replace(Regex("\\s+"), "")
}
