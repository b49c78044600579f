package dev.heddle.planner.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CatalogueNamesTest {
  /** Syntax with operands that are no expressions. */
  private static final Set<String> SYNTAX =
      Set.of("cast", "safe_cast", "try_cast", "lambda parameter");

  /** Names that calls are rewritten by before operators are looked up. */
  private static final List<String> REWRITTEN =
      List.of(
          ("extract,date_part,datepart,date_diff,datediff,date_trunc,date_sub,datesub,"
                  + "timestampadd,timestampdiff,dateadd,quantile_cont,quantile,percentile_cont,"
                  + "percentile,approx_quantile,array_agg,string_agg,listagg,group_concat,map,"
                  + "array,array_value,list_append,array_append,array_push_back,list_prepend,"
                  + "array_prepend,array_push_front,list_first,array_first,list_last,array_last,"
                  + "list_string_agg,list_reverse_sort,array_reverse_sort,list_unique,"
                  + "array_unique,list_has_any,array_has_any,arrays_overlap,list_has_all,"
                  + "array_has_all,array_length,list_aggregate,list_aggr,array_aggregate,"
                  + "array_aggr,translate,regexp_full_match,if,iif,trim,ltrim,rtrim,position,"
                  + "substring,floor,ceil,struct_pack")
              .split(","));

  @Test
  void everyNameOfSqlIsInTheCatalogue() {
    assertThat(SqlOperators.functionNames()).hasSizeGreaterThan(300);
    for (String name : SqlOperators.functionNames()) {
      assertThat(FunctionCatalogue.find(name).isEmpty()).as(name).isEqualTo(SYNTAX.contains(name));
    }
    for (String name : REWRITTEN) {
      assertThat(FunctionCatalogue.find(name)).as(name).isNotEmpty();
    }
  }
}
