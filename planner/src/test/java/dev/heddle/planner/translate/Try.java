package dev.heddle.planner.translate;

import java.nio.file.*;

public class Try {
  public static void main(String[] a) throws Exception {
    TestCatalog c =
        TestCatalog.tpch()
            .table(
                "t",
                "id int not null, Name varchar, d date, ts timestamp, x double, r real, s smallint,"
                    + " b bigint, dec decimal(10;2), f boolean, tz timestamptz, tm time, iv"
                    + " interval, bin varbinary");
    for (String s : a) {
      String sql = s.endsWith(".sql") ? Files.readString(Path.of(s)) : s;
      try {
        var q = c.analyze(sql);
        if (!s.endsWith(".sql")) System.out.println(">> " + sql + "\n" + q.schema());
        var r = TestCatalog.translate(q);
        System.out.println(
            s.endsWith(".sql") ? "ok " + s : org.apache.calcite.plan.RelOptUtil.toString(r));
      } catch (dev.heddle.frame.error.HeddleException e) {
        System.out.println("EE " + s + " => " + e.getMessage());
      } catch (Throwable e) {
        System.out.println("!! " + s + " => " + e);
        Throwable t = e;
        while (t.getCause() != null) t = t.getCause();
        if (t != e) System.out.println("   root " + t);
        for (int i = 0; i < Math.min(14, t.getStackTrace().length); i++)
          System.out.println("     " + t.getStackTrace()[i]);
      }
    }
  }
}
