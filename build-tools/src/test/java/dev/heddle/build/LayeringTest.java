package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Reads the names that every source file uses and fails on a dependency no arrow allows. */
class LayeringTest {
  /** A module and the root of its packages; each may use those after it in the list. */
  private record Layer(String module, String packageRoot) {}

  private static final String MEMORY_PACKAGE = "io/src/main/java/dev/heddle/io/memory/";

  private static final List<Layer> LAYERS =
      List.of(
          new Layer("cli", "dev.heddle.cli"),
          new Layer("bench", "dev.heddle.bench"),
          new Layer("startup", "dev.heddle.startup"),
          new Layer("kernel", "dev.heddle.kernel"),
          new Layer("jdbc-remote", "dev.heddle.jdbc.remote"),
          new Layer("flight", "dev.heddle.flight"),
          new Layer("jdbc", "dev.heddle.jdbc"),
          new Layer("spark", "dev.heddle.spark"),
          new Layer("server", "dev.heddle.server"),
          new Layer("engine", "dev.heddle.engine"),
          new Layer("planner", "dev.heddle.planner"),
          new Layer("physical", "dev.heddle.physical"),
          new Layer("shuffle-service", "dev.heddle.shuffle"),
          new Layer("s3", "dev.heddle.s3"),
          new Layer("io", "dev.heddle.io"),
          new Layer("frame-api", "dev.heddle.frame"),
          new Layer("s3-lab", "dev.heddle.s3lab"));

  /** What the planner's own sources may use of the modules below it, frame-api aside. */
  private static final List<String> PLANNER_MAY_USE =
      List.of(
          "dev.heddle.physical.plan",
          "dev.heddle.physical.expr",
          "dev.heddle.io.catalog",
          "dev.heddle.io.scan",
          "dev.heddle.io.warmup");

  /** A foreign package and the packages of ours whose main sources may name it. */
  private record OnlyImporter(String foreign, List<String> importers) {}

  private static final List<OnlyImporter> ONLY_IMPORTERS =
      List.of(
          new OnlyImporter("org.apache.calcite", List.of("dev.heddle.planner")),
          new OnlyImporter("com.google.common", List.of("dev.heddle.planner")),
          new OnlyImporter("org.apache.parquet", List.of("dev.heddle.io.parquet")),
          new OnlyImporter(
              "org.apache.hadoop",
              List.of(
                  "dev.heddle.io.parquet",
                  "dev.heddle.io.hadoop.files.client",
                  "dev.heddle.s3",
                  "dev.heddle.spark.hadoop")),
          new OnlyImporter(
              "org.apache.hadoop.fs",
              List.of("dev.heddle.s3", "dev.heddle.io.hadoop.files.client")),
          new OnlyImporter("software.amazon.awssdk", List.of("dev.heddle.s3")),
          new OnlyImporter("sun.misc", List.of("dev.heddle.io.memory")),
          new OnlyImporter(
              "org.apache.datasketches",
              List.of("dev.heddle.physical.aggregate", "dev.heddle.physical.kernel.sketch")),
          new OnlyImporter(
              "java.lang.foreign",
              List.of("dev.heddle.io.memory", "dev.heddle.jdbc.remote.memory")),
          new OnlyImporter("org.apache.arrow.memory.util.MemoryUtil", List.of()),
          new OnlyImporter(
              "org.openjdk.jmh", List.of("dev.heddle.bench.micro", "dev.heddle.bench.report")),
          new OnlyImporter("io.prometheus", List.of("dev.heddle.server", "dev.heddle.cli")),
          new OnlyImporter("io.opentelemetry", List.of("dev.heddle.engine.trace")),
          new OnlyImporter("io.trino.tpch", List.of("dev.heddle.bench")),
          new OnlyImporter(
              "org.apache.arrow.flight", List.of("dev.heddle.flight", "dev.heddle.jdbc.remote")),
          new OnlyImporter("org.apache.spark", List.of("dev.heddle.spark")),
          new OnlyImporter("scala", List.of("dev.heddle.spark")),
          new OnlyImporter("io.grpc", List.of("dev.heddle.flight", "dev.heddle.jdbc.remote")),
          new OnlyImporter("io.netty", List.of("dev.heddle.flight")),
          new OnlyImporter("com.google.gson", List.of("dev.heddle.kernel")),
          new OnlyImporter("jdk.jshell", List.of("dev.heddle.kernel.java", "dev.heddle.cli")),
          new OnlyImporter("org.duckdb", List.of()),
          new OnlyImporter("picocli", List.of("dev.heddle.cli")),
          new OnlyImporter("org.jline", List.of("dev.heddle.cli")));

  /** What frame-api may name besides the JDK and itself. */
  private static final List<String> FRAME_API_MAY_USE =
      List.of("java.", "javax.", "org.apache.arrow.", "org.jspecify.", "dev.heddle.frame.");

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?([\\w.]+?)(?:\\.\\*)?;");
  private static final Pattern OWN_IMPORT =
      Pattern.compile("(?m)^import (?:static )?(dev\\.heddle[.a-z0-9]*)\\.[A-Z]");
  private static final Pattern QUALIFIED = Pattern.compile("(?<![\\w.])(?:[a-z][\\w]*\\.){2,}\\w+");
  private static final Pattern RAW_MEMORY =
      Pattern.compile("\\bsun\\.misc\\.Unsafe\\b|\\bjava\\.lang\\.foreign\\b");

  private final List<SourceFile> files = Sources.all(Sources.root());

  /**
   * The packages that users see name each other: a verb takes expressions, an expression holds a
   * frame (a subquery), an engine takes both, and a frame has its plans built from all of them.
   */
  private static final Set<String> PUBLIC_UNIT =
      Set.of(
          "dev.heddle.frame",
          "dev.heddle.frame.expr",
          "dev.heddle.frame.expr.catalogue",
          "dev.heddle.frame.expr.catalogue.definition",
          "dev.heddle.frame.expr.series",
          "dev.heddle.frame.plan",
          "dev.heddle.frame.function",
          "dev.heddle.frame.spi",
          "dev.heddle.frame.verb",
          "dev.heddle.frame.watch");

  @Test
  void packagesAreInNoCycle() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (SourceFile file : files) {
      if (file.isMain() && !file.isPackageInfo()) {
        String from = unit(file.packageName());
        Matcher found = OWN_IMPORT.matcher(file.code());
        while (found.find()) {
          String to = unit(found.group(1));
          if (!to.equals(from)) {
            uses.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
          }
        }
      }
    }
    List<String> cycles = new ArrayList<>();
    for (String name : uses.keySet()) {
      if (reaches(name, name, uses, new LinkedHashSet<>())) {
        cycles.add(name + " uses " + uses.get(name));
      }
    }
    assertThat(cycles).as("packages in a cycle").isEmpty();
  }

  private static String unit(String name) {
    return PUBLIC_UNIT.contains(name) ? "the public packages" : name;
  }

  private static boolean reaches(
      String from, String to, Map<String, Set<String>> uses, Set<String> seen) {
    for (String next : uses.getOrDefault(from, Set.of())) {
      if (next.equals(to) || (seen.add(next) && reaches(next, to, uses, seen))) {
        return true;
      }
    }
    return false;
  }

  @Test
  void everyModuleUsesOnlyTheModulesBelowIt() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      int own = layerOfModule(file.module());
      for (String name : namesUsedBy(file)) {
        int used = layerOfName(name);
        if (own >= 0 && used >= 0 && used < own) {
          wrong.add(file.name() + " uses " + name + ", which lies above " + file.module());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyPackageBelongsToItsModule() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      int own = layerOfModule(file.module());
      if (own >= 0 && layerOfName(file.className()) != own) {
        wrong.add(file.name() + " is not below " + LAYERS.get(own).packageRoot());
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void thePlannerSeesOnlyPlansExpressionsCatalogAndScans() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (!file.isMain() || !file.module().equals("planner")) {
        continue;
      }
      for (String name : namesUsedBy(file)) {
        boolean ours = name.startsWith("dev.heddle.");
        boolean allowed =
            isBelow(name, "dev.heddle.planner")
                || isBelow(name, "dev.heddle.frame")
                || PLANNER_MAY_USE.stream().anyMatch(root -> isBelow(name, root));
        if (ours && !allowed) {
          wrong.add(file.name() + " uses " + name + "; it may use " + PLANNER_MAY_USE);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void foreignLibrariesHaveOneImporter() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (!file.isMain() || file.module().equals("build-tools")) {
        continue;
      }
      for (String name : namesUsedBy(file)) {
        for (OnlyImporter rule : ONLY_IMPORTERS) {
          if (isBelow(name, rule.foreign())
              && rule.importers().stream().noneMatch(root -> isBelow(file.className(), root))) {
            wrong.add(file.name() + " uses " + name + "; only " + rule.importers() + " may");
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void oneClassReachesRawMemoryAndOneTheSystemsAllocator() {
    List<String> importers =
        files.stream()
            .filter(SourceFile::isMain)
            .filter(file -> RAW_MEMORY.matcher(file.code()).find())
            .map(SourceFile::name)
            .toList();
    assertThat(importers)
        .containsExactlyInAnyOrder(
            MEMORY_PACKAGE + "Memory.java",
            MEMORY_PACKAGE + "SystemAllocator.java",
            "jdbc-remote/src/main/java/dev/heddle/jdbc/remote/memory/MemoryUtil.java");
  }

  @Test
  void theFrameApiShowsArrowAndNothingElse() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (!file.isMain() || !file.module().equals("frame-api")) {
        continue;
      }
      Matcher imports = IMPORT.matcher(file.code());
      while (imports.find()) {
        String name = imports.group(1);
        if (FRAME_API_MAY_USE.stream().noneMatch(name::startsWith)) {
          wrong.add(file.name() + " imports " + name);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Set<String> namesUsedBy(SourceFile file) {
    Set<String> names = new LinkedHashSet<>();
    String code = file.code();
    Matcher imports = IMPORT.matcher(code);
    while (imports.find()) {
      names.add(imports.group(1));
    }
    Matcher qualified = QUALIFIED.matcher(code);
    while (qualified.find()) {
      names.add(qualified.group());
    }
    names.remove(file.packageName());
    return names;
  }

  private static int layerOfModule(String module) {
    for (int at = 0; at < LAYERS.size(); at++) {
      if (LAYERS.get(at).module().equals(module)) {
        return at;
      }
    }
    return -1;
  }

  private static int layerOfName(String name) {
    for (int at = 0; at < LAYERS.size(); at++) {
      if (isBelow(name, LAYERS.get(at).packageRoot())) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isBelow(String name, String root) {
    return name.equals(root) || name.startsWith(root + ".");
  }
}
