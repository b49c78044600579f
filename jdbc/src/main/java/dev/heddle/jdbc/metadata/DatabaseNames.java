package dev.heddle.jdbc.metadata;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names and versions. */
abstract class DatabaseNames extends DatabaseLimits {
  private static final String KEYWORDS =
      "ANTI,ASOF,CACHE,COPY,DESCRIBE,EXCLUDE,EXPLAIN,ILIKE,LIMIT,OFFSET,PERSIST,PIVOT,QUALIFY,"
          + "REPLACE,SEMI,SHOW,UNCACHE,UNPERSIST,UNPIVOT";
  private static final String NUMBERS =
      "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,RADIANS,"
          + "RAND,ROUND,SIGN,SIN,SQRT,TAN,TRUNCATE";
  private static final String TEXTS =
      "ASCII,CHAR,CHAR_LENGTH,CHARACTER_LENGTH,CONCAT,DIFFERENCE,INSERT,LCASE,LEFT,LENGTH,LOCATE,"
          + "LTRIM,OCTET_LENGTH,POSITION,REPEAT,REPLACE,RIGHT,RTRIM,SOUNDEX,SPACE,SUBSTRING,UCASE";
  private static final String TIMES =
      "CURDATE,CURTIME,DAYNAME,DAYOFMONTH,DAYOFWEEK,DAYOFYEAR,HOUR,MINUTE,MONTH,MONTHNAME,NOW,"
          + "QUARTER,SECOND,TIMESTAMPADD,TIMESTAMPDIFF,WEEK,YEAR";
  private static final String SYSTEM = "DATABASE,IFNULL,USER";

  /** Returns those of the names that functions have. */
  private static String known(String names) {
    return Arrays.stream(names.split(","))
        .filter(name -> !FunctionCatalogue.find(name.toLowerCase(Locale.ROOT)).isEmpty())
        .collect(Collectors.joining(","));
  }

  private static String version() {
    String version = DatabaseNames.class.getPackage().getImplementationVersion();
    return version == null ? "0.1.0-SNAPSHOT" : version;
  }

  @Override
  public String getDatabaseProductName() {
    return Names.PRODUCT;
  }

  @Override
  public String getDatabaseProductVersion() {
    return version();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return getDriverMajorVersion();
  }

  @Override
  public int getDatabaseMinorVersion() {
    return getDriverMinorVersion();
  }

  @Override
  public String getDriverName() {
    return "Heddle JDBC";
  }

  @Override
  public String getDriverVersion() {
    return version();
  }

  @Override
  public int getDriverMajorVersion() {
    return part(0);
  }

  @Override
  public int getDriverMinorVersion() {
    return part(1);
  }

  private static int part(int index) {
    return Integer.parseInt(version().split("[.-]")[index]);
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  public String getSQLKeywords() {
    return KEYWORDS;
  }

  @Override
  public String getNumericFunctions() {
    return known(NUMBERS);
  }

  @Override
  public String getStringFunctions() {
    return known(TEXTS);
  }

  @Override
  public String getSystemFunctions() {
    return known(SYSTEM);
  }

  @Override
  public String getTimeDateFunctions() {
    return known(TIMES);
  }

  @Override
  public String getSearchStringEscape() {
    return "\\";
  }

  @Override
  public String getExtraNameCharacters() {
    return "";
  }

  @Override
  public String getSchemaTerm() {
    return "schema";
  }

  @Override
  public String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public String getCatalogTerm() {
    return "catalog";
  }

  @Override
  public String getCatalogSeparator() {
    return ".";
  }

  @Override
  public String getUserName() {
    return System.getProperty("user.name", "");
  }
}
