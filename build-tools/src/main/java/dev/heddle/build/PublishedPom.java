package dev.heddle.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the libraries of a module's run-time class path into its published POM, each with the
 * version that the tests ran with and without what it names itself: so who depends on the module
 * gets that class path, whatever the libraries ask for.
 */
final class PublishedPom {
  private static final String END = "</project>";
  private static final Pattern ARTIFACT = Pattern.compile("\n  <artifactId>(.*)</artifactId>");

  private PublishedPom() {}

  /** A library as Maven's list of them names it. */
  private record Library(String group, String name, String version, String scope) {
    static Library of(String line) {
      String[] parts = line.strip().split(" ", 2)[0].split(":");
      if (parts.length != 5) { // with a classifier there are six
        throw new IllegalArgumentException("Cannot publish the library " + line.strip());
      }
      return new Library(parts[0], parts[1], parts[3], parts[4]);
    }

    String managed() {
      return """
            <dependency>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
            </dependency>
      """
          .formatted(group, name, version);
    }

    String exact() {
      return """
          <dependency>
            <groupId>%s</groupId>
            <artifactId>%s</artifactId>
            <version>%s</version>
            <scope>%s</scope>
            <exclusions>
              <exclusion>
                <groupId>*</groupId>
                <artifactId>*</artifactId>
              </exclusion>
            </exclusions>
          </dependency>
      """
          .formatted(group, name, version, scope);
    }
  }

  /** Takes the POM, Maven's list, and the element that the libraries are written into. */
  public static void main(String[] arguments) throws IOException {
    Path pom = Path.of(arguments[0]);
    boolean isBom = arguments[2].equals("dependencyManagement");
    List<Library> libraries = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      if (line.startsWith("   ") && line.contains(":")) {
        libraries.add(Library.of(line));
      }
    }
    if (libraries.isEmpty()) {
      throw new IllegalArgumentException("Cannot publish " + pom + ": it has no libraries");
    }
    StringBuilder text = new StringBuilder();
    text.append(isBom ? "  <dependencyManagement>\n    <dependencies>\n" : "  <dependencies>\n");
    for (Library each : libraries) {
      text.append(isBom ? each.managed() : each.exact());
    }
    text.append(isBom ? "    </dependencies>\n  </dependencyManagement>\n" : "  </dependencies>\n");
    String old = Files.readString(pom);
    int end = old.lastIndexOf(END);
    Files.writeString(pom, named(old.substring(0, end)) + text + old.substring(end));
  }

  /** Returns a POM with a name, which repositories ask for: that of the artifact if it has none. */
  private static String named(String pom) {
    Matcher artifact = ARTIFACT.matcher(pom);
    if (pom.contains("\n  <name>") || !artifact.find()) {
      return pom;
    }
    int at = pom.indexOf("  <description>");
    return pom.substring(0, at) + "  <name>" + artifact.group(1) + "</name>\n" + pom.substring(at);
  }
}
