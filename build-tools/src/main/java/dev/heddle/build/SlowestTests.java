package dev.heddle.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints the slowest test classes of a build, from the reports that Surefire wrote in all modules.
 *
 * <p>Started as a source file, so it uses no other class of ours.
 */
public final class SlowestTests {
  private static final int PRINTED = 20;

  private record TestClass(String module, String name, double seconds) {}

  private SlowestTests() {}

  /** Takes the folder of the root pom, and when the build began: older reports are not of it. */
  public static void main(String[] arguments) throws IOException, XMLStreamException {
    report(Path.of(arguments[0]).normalize(), Instant.parse(arguments[1]))
        .forEach(System.out::println);
  }

  /** The lines to print; none when no test ran. */
  static List<String> report(Path root, Instant since) throws IOException, XMLStreamException {
    List<TestClass> classes = new ArrayList<>();
    for (Path module : list(root, "")) {
      Path reports = module.resolve("target/surefire-reports");
      if (!Files.isDirectory(reports)) {
        continue;
      }
      for (Path report : list(reports, ".xml")) {
        if (!Files.getLastModifiedTime(report).toInstant().isBefore(since)) {
          classes.add(read(module.getFileName().toString(), report));
        }
      }
    }
    if (classes.isEmpty()) {
      return List.of();
    }
    double sum = classes.stream().mapToDouble(TestClass::seconds).sum();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT, "Slowest of %d test classes, which took %.0f s:", classes.size(), sum));
    classes.stream()
        .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
        .limit(PRINTED)
        .map(
            each ->
                String.format(
                    Locale.ROOT, "%8.1f s  %s (%s)", each.seconds(), each.name(), each.module()))
        .forEach(lines::add);
    return lines;
  }

  private static TestClass read(String module, Path report) throws IOException, XMLStreamException {
    try (InputStream in = Files.newInputStream(report)) {
      XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
      xml.nextTag();
      String name = xml.getAttributeValue(null, "name");
      // Thousands have a comma.
      String seconds = xml.getAttributeValue(null, "time").replace(",", "");
      return new TestClass(module, name, Double.parseDouble(seconds));
    }
  }

  private static List<Path> list(Path folder, String ending) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(path -> path.toString().endsWith(ending)).sorted().toList();
    }
  }
}
