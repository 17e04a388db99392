// French of gaps that reading and joining inputs leave. Sorted by the English, byte by byte; terms: french.cpp.
#include <algorithm>
#include <array>

#include "report/french.h"

namespace arable::report {
namespace {

constexpr std::array kEntries = {
    Entry{"(without a name)", "(sans nom)"},
    Entry{"; line {} (byte {}): {}", " ; ligne {} (octet {}) : {}"},
    Entry{"CloudWatch says {}: {}", "CloudWatch dit {} : {}"},
    Entry{"GPUs appear under several exporter names one after the other: each is one card on the last of them, or on "
          "the node that another input names",
          "des GPU apparaissent successivement sous plusieurs noms d’exporteur : chacun est une seule carte, sur le "
          "dernier d’entre eux ou sur le nœud que nomme une autre entrée"},
    Entry{"GPUs without an owner label after an owner that no record describes were taken as free",
          "les GPU sans étiquette de détenteur, après un détenteur qu’aucun registre ne décrit, sont considérés comme "
          "libres"},
    Entry{"OpenMetrics without its closing # EOF: the end may be missing",
          "OpenMetrics sans son # EOF final : la fin manque peut-être"},
    Entry{"a GPU of unknown product", "un GPU de produit inconnu"},
    Entry{"a product that the table does not have: its power, link and MIG geometry are not known",
          "produit absent de la table : sa puissance, son lien et sa géométrie MIG sont inconnus"},
    Entry{"a zero on a partition above 0 means that it has no sensor; not used",
          "un zéro sur une partition au-delà de 0 signifie qu’elle n’a pas de capteur ; non utilisé"},
    Entry{"asks for GPUs in a way that cannot be read ({}): how many it waits for is not known",
          "demande des GPU d’une façon illisible ({}) : on ne sait pas combien il en attend"},
    Entry{"blank markers: the exporter had no reading", "marqueurs vides : l’exporteur n’avait pas de mesure"},
    Entry{
        "bound to {} and asks for GPUs in a way that cannot be read ({}): which GPUs of the node it holds is not known",
        "affecté à {} et demandeur de GPU d’une façon illisible ({}) : on ne sait pas quels GPU du nœud il détient"},
    Entry{
        "bound to {} and asks for a part of a GPU ({}), but no record or label says of which: idle GPUs of the node "
        "are "
        "not called free",
        "lié à {} et demande une part de GPU ({}), mais aucun relevé ni étiquette ne dit duquel : les GPU inactifs du "
        "nœud ne sont pas dits libres"},
    Entry{"bound to {} and asks for {} GPUs, but the inputs show {} there: the rest is not counted",
          "affecté à {} et demandeur de {} GPU, mais les entrées en montrent {} à cet endroit : le reste n’est pas "
          "compté"},
    Entry{"bound to {} and asks for {}, but no record or label gives it a device: it holds none",
          "affecté à {} et demandeur de {}, mais aucun registre ni étiquette ne lui donne de carte : il n’en détient "
          "aucune"},
    Entry{"declared a ratio of 0 to 1, but up to {} was read: it is printed in another scale here, so it is not used",
          "déclarée comme un rapport de 0 à 1, mais on y a lu jusqu’à {} : l’échelle est autre ici, elle n’est donc "
          "pas utilisée"},
    Entry{"has no meaning on a GPU in MIG mode, whatever it says; not used there",
          "n’a pas de sens sur un GPU en mode MIG, quoi qu’elle dise ; non utilisé là"},
    Entry{"has no meaning on a MIG instance, whatever it says; not used",
          "n’a pas de sens sur une instance MIG, quoi qu’elle dise ; non utilisé"},
    Entry{"has the same cards as {}: taken as the same node",
          "a les mêmes cartes que {} : considéré comme le même nœud"},
    Entry{"inputs that name no cluster are taken as of {}, where metrics know their nodes; --cluster names it",
          "les entrées qui ne nomment pas de cluster sont rapportées à {}, dont les métriques connaissent les nœuds ; "
          "--cluster le nomme"},
    Entry{"inputs that show GPUs do not say when: taken as there all the time",
          "des entrées montrent des GPU sans dire quand : considérés comme présents tout le temps"},
    Entry{"it offers {} times as many GPUs as it has and no label says how: taken as time-slicing",
          "il offre {} fois plus de GPU qu’il n’en a et aucune étiquette ne dit comment : considéré comme du "
          "time-slicing"},
    Entry{"it says that it has {} GPUs; {} of them that no metric shows are counted, the rest is left out: no machine "
          "has so many",
          "il dit avoir {} GPU ; {} de ceux qu’aucune métrique ne montre sont comptés, le reste est écarté : aucune "
          "machine n’en a autant"},
    Entry{
        "its scheduler wrote down another GPU than the one that labels show it on: use is booked where it is seen, and "
        "its size in this time is no ground for advice",
        "son ordonnanceur a noté un autre GPU que celui où les étiquettes le montrent : l’usage est imputé là où il "
        "est vu, et sa taille sur cette période ne fonde aucun conseil"},
    Entry{"its table says nothing for {} of the {}: what its GPUs did then, and what waited for them, is in no figure",
          "sa table ne dit rien pendant {} sur {} : ce que ses GPU faisaient alors, et ce qui les attendait, n’est "
          "dans aucun chiffre"},
    Entry{"label nvidia.com/gpu.count is {}, which is no amount",
          "l’étiquette nvidia.com/gpu.count vaut {}, qui n’est pas une quantité"},
    Entry{"labels or annotations give it another device than the allocation records; use is booked on the recorded "
          "device, and its size in this time is no ground for advice",
          "étiquettes ou annotations lui donnent une autre carte que les registres d’allocation ; l’usage est imputé à "
          "la carte des registres, et sa taille sur cette période ne fonde aucun conseil"},
    Entry{"no MIG profile of this product has its SMs and memory",
          "aucun profil MIG de ce produit n’a ses SM et sa mémoire"},
    Entry{"no object carries a time: the dump cannot be placed and is left out",
          "aucun objet ne porte de date : l’export ne peut être situé et est écarté"},
    Entry{"no samples of its GPUs for longer than 2.5 scrape intervals",
          "aucun échantillon de ses GPU pendant plus de 2,5 intervalles de relevé"},
    Entry{"nodes that nothing says how they were bought: {}, priced on demand; a label of the cloud or of the "
          "autoscaler would say it (karpenter.sh/capacity-type)",
          "nœuds dont rien ne dit comment ils ont été achetés : {}, comptés au prix à la demande ; une étiquette du "
          "cloud ou de l’autoscaler le dirait (karpenter.sh/capacity-type)"},
    Entry{"nodes whose type has several prices, and whose region nothing names: {}, without a price; the label "
          "topology.kubernetes.io/region would give it",
          "nœuds dont le type a plusieurs prix et dont rien ne nomme la région : {}, sans prix ; l’étiquette "
          "topology.kubernetes.io/region le donnerait"},
    Entry{"not read {}", "non lu {}"},
    Entry{"outside of what the quantity can be; not used", "hors de ce que la grandeur peut valoir ; non utilisé"},
    Entry{"owner labels were missing for {} in all between two sightings of one owner, and filled",
          "étiquettes de détenteur absentes pendant {} au total entre deux apparitions d’un même détenteur, et "
          "complétées"},
    Entry{"pods are known by a label or a claim alone: their owners and requests are not known, each stands for "
          "itself; kube-state-metrics or a dump of pods would tell",
          "des pods ne sont connus que par une étiquette ou une réservation : leurs propriétaires et leurs demandes "
          "sont inconnus, chacun compte seul ; kube-state-metrics ou un export des pods le dirait"},
    Entry{"pods with GPUs are bound to nodes that no input describes: their GPUs are not counted",
          "des pods avec GPU sont affectés à des nœuds qu’aucune entrée ne décrit : leurs GPU ne sont pas comptés"},
    Entry{"records give a device that no inventory has (it left, or never was there); their pods' use is not known",
          "des registres attribuent une carte qu’aucun inventaire ne connaît (partie, ou jamais présente) ; l’usage de "
          "leurs pods est inconnu"},
    Entry{"series of inference servers name no pod, and no known pod has their address",
          "des séries de serveurs d’inférence ne nomment aucun pod, et aucun pod connu n’a leur adresse"},
    Entry{"several clusters have a node called {}, and an input names none of them: what it says of such nodes is left "
          "out; --cluster names its cluster",
          "plusieurs clusters ont un nœud appelé {}, et une entrée n’en nomme aucun : ce qu’elle dit de ces nœuds est "
          "écarté ; --cluster nomme son cluster"},
    Entry{
        "the data are of one instant: shares of GPUs can be stated, rates, waits and hours cannot",
        "les données sont d’un seul instant : on peut donner des parts de GPU, mais ni débits, ni attentes, ni heures"},
    Entry{"the driver counts {} GPUs, the log lists {}: the others are unknown",
          "le pilote compte {} GPU, le journal en liste {} : les autres sont inconnus"},
    Entry{"the dump has pods of the namespace {} alone and none of a DaemonSet; it is taken as complete, and GPUs that "
          "none of them holds as free; if not, kubectl get pods --all-namespaces -o json gives all",
          "l’export n’a que des pods du namespace {} et aucun d’un DaemonSet ; il est considéré comme complet, et les "
          "GPU qu’aucun d’eux ne détient comme libres ; sinon, kubectl get pods --all-namespaces -o json donne tout"},
    Entry{"the dump of pods is not of all namespaces or nodes (see {} of the nodes with GPUs): idle GPUs there are "
          "unknown, not free; kubectl get pods --all-namespaces -o json gives all",
          "l’export des pods ne couvre pas tous les namespaces ou nœuds (voir {} des nœuds avec GPU) : les GPU "
          "inactifs y sont inconnus, pas libres ; kubectl get pods --all-namespaces -o json donne tout"},
    Entry{"the input has no GPU metrics: what the GPUs did is not known",
          "aucune métrique de GPU dans les entrées : on ne sait pas ce que les GPU ont fait"},
    Entry{"the inputs name {} clusters, and all are counted together: {}; if they are one, name its label with "
          "--cluster-label, else audit each on its own",
          "les entrées nomment {} clusters, comptés ensemble : {} ; s’il s’agit d’un seul, nommez son étiquette avec "
          "--cluster-label, sinon auditez-les un par un"},
    Entry{"the label holds no number", "l’étiquette ne contient pas de nombre"},
    Entry{"the last of the other inputs", "le dernier des autres entrées"},
    Entry{"the log carries no time: give --end to say when it was taken",
          "le journal ne porte pas de date : donnez --end pour dire quand il a été pris"},
    Entry{"the log was taken at {}, more than {} away from the others at {}: its GPUs are counted, what they did then "
          "is not known",
          "le journal a été pris le {}, à plus de {} des autres, du {} : ses GPU sont comptés, on ne sait pas ce "
          "qu’ils faisaient alors"},
    Entry{"the logs are of {}, more than 366 days away from the other inputs: their GPUs are counted, their numbers "
          "are left out",
          "les journaux sont du {}, à plus de 366 jours des autres entrées : leurs GPU sont comptés, leurs valeurs "
          "écartées"},
    Entry{"the logs of {} nodes were taken up to {} apart, from {} ({}) to {}: they are read as one picture of that "
          "last moment",
          "les journaux de {} nœuds ont été pris à {} d’écart au plus, du {} ({}) au {} : ils sont lus comme une seule "
          "image de ce dernier moment"},
    Entry{"the scale of its metrics was taken as documented; nobody has verified it",
          "l’échelle de ses métriques est celle de la documentation ; personne ne l’a vérifiée"},
    Entry{"the search '{}' found {} series, as many as CloudWatch gives for one: there may be more; search for one "
          "cluster or metric at a time",
          "la recherche « {} » a trouvé {} séries, autant que CloudWatch en donne pour une seule : il peut y en avoir "
          "d’autres ; cherchez un cluster ou une métrique à la fois"},
    Entry{"the series of {} pods ({}, …) name a card's number but no node, and no input says where the pods ran: they "
          "are left out; kubectl get pods -A -o json > pods.json, then --objects pods.json",
          "les séries de {} pods ({}, …) nomment le numéro d’une carte mais aucun nœud, et aucune entrée ne dit où les "
          "pods ont tourné : elles sont écartées ; kubectl get pods -A -o json > pods.json, puis --objects pods.json"},
    Entry{"the server remarks: {}", "le serveur signale : {}"},
    Entry{"the server says that its answers are partial: {}", "le serveur dit que ses réponses sont partielles : {}"},
    Entry{"there are more pages (NextToken) that the file does not hold",
          "il y a d’autres pages (NextToken) que le fichier ne contient pas"},
    Entry{"this and {} more cards are printed with more MIG instances at one time than they have slices for: each "
          "instance counts as its part of all that are printed",
          "cette carte et {} de plus affichent au même moment plus d’instances MIG qu’elles n’ont de tranches : chaque "
          "instance compte pour sa part de toutes celles affichées"},
    Entry{"this card is printed with more MIG instances at one time than it has slices for: each instance counts as "
          "its part of all that are printed",
          "cette carte affiche au même moment plus d’instances MIG qu’elle n’a de tranches : chaque instance compte "
          "pour sa part de toutes celles affichées"},
    Entry{"those beside them", "celui des échantillons voisins"},
    Entry{"times in which a holder cannot be named", "périodes dont le détenteur ne peut être nommé"},
    Entry{"two inputs place this GPU on {} and on {} at one time; {} is taken",
          "deux entrées placent ce GPU sur {} et sur {} au même moment ; {} est retenu"},
    Entry{"{} MIG instances on {} GPUs: on which of them each is cut is not told; they are taken as dealt evenly",
          "{} instances MIG sur {} GPU : rien ne dit sur lequel chacune est découpée ; on les suppose réparties "
          "également"},
    Entry{
        "{} MIG instances, but the node does not say on how many GPUs: taken as on {}, the fewest that hold them",
        "{} instances MIG, mais le nœud ne dit pas sur combien de GPU : on en suppose {}, le moins qui les contienne"},
    Entry{"{} at {}", "{} à {}"},
    Entry{"{} card", "{} carte"},
    Entry{"{} cards", "{} cartes"},
    Entry{"{} changed layout within the window: each time is judged by its own, and a change is taken to be at the "
          "first sample of the new one",
          "changement de découpage dans la fenêtre pour {} : chaque période est jugée avec le sien, et le changement "
          "est placé au premier échantillon du nouveau"},
    Entry{"{} exporter does not say on which node it runs, and stands as a node of its own named after it: "
          "kube_pod_info, a node label on the scrape target or a dump of pods would tell",
          "{} exporteur ne dit pas sur quel nœud il tourne, et compte comme un nœud à part qui porte son nom : "
          "kube_pod_info, un label de nœud sur la cible de collecte ou une liste des pods le dirait"},
    Entry{"{} exporters do not say on which node they run; each stands as a node of its own named after it: "
          "kube_pod_info, a node label on the scrape target or a dump of pods would tell",
          "{} exporteurs ne disent pas sur quel nœud ils tournent ; chacun compte comme un nœud à son nom : "
          "kube_pod_info, une étiquette de nœud sur la cible ou un export des pods le dirait"},
    Entry{"{} metric names are in no dialect; the most frequent, with their samples: {}",
          "{} noms de métriques ne sont dans aucun dialecte ; les plus fréquents, avec leurs échantillons : {}"},
    Entry{"{} nodes one after the other had this name; each is counted on its own",
          "{} nœuds successifs ont porté ce nom ; chacun est compté à part"},
    Entry{"{} of {} GPUs that the node has are in no metric: what they did is not known",
          "{} des {} GPU du nœud ne sont dans aucune métrique : on ne sait pas ce qu’ils ont fait"},
    Entry{"{} of {} MIG instances have no legal place on the node's GPUs: they are left out",
          "{} des {} instances MIG n’ont pas de place légale sur les GPU du nœud : elles sont laissées de côté"},
    Entry{"{} of {} is no amount: how many GPUs it has is not known from it",
          "{} de {} n’est pas une quantité : on n’en tire pas le nombre de ses GPU"},
    Entry{"{} of {} lines are no samples and were left out{}",
          "{} lignes sur {} ne sont pas des échantillons et ont été écartées{}"},
    Entry{"{} of {} nvidia.com/gpu could not be given away when the node was last seen; which cards and since when is "
          "not known",
          "{} des {} nvidia.com/gpu n’étaient pas attribuables quand le nœud a été vu pour la dernière fois ; on ne "
          "sait ni quelles cartes ni depuis quand"},
    Entry{"{} on {} is {}: the exporter and the device name it differently; the device's name is used",
          "{} sur {} est {} : l’exporteur et la carte le nomment différemment ; le nom de la carte est retenu"},
    Entry{"{} on {}: its memory slices are not known", "{} sur {} : ses tranches de mémoire sont inconnues"},
    Entry{"{} pods are printed as its owners at one time and nothing says how it is shared: taken as time-slicing",
          "{} pods en sont donnés comme détenteurs au même moment et rien ne dit comment il est partagé : considéré "
          "comme du time-slicing"},
    Entry{"{} price rows give another price for what an earlier row has; the first counts; for example {}",
          "{} lignes de tarif donnent un autre prix pour ce qu’une ligne précédente a déjà ; la première compte ; par "
          "exemple {}"},
    Entry{
        "{} price rows give another price than a file that was given before; the first counts; for example {} in {}",
        "{} lignes de tarif donnent un autre prix qu’un fichier donné avant ; le premier compte ; par exemple {} dans "
        "{}"},
    Entry{"{} price rows name no currency and are taken as USD; a column or key \"currency\" says otherwise",
          "{} lignes de tarif ne nomment pas de devise et sont prises en USD ; une colonne ou une clé « currency » dit "
          "autre chose"},
    Entry{"{} price rows without whole GPUs or without an amount are left out",
          "{} lignes de tarif sans GPU entiers ou sans montant sont écartées"},
    Entry{"{} reads {}, but the running requests can fill at most {} of the cache: KV cache use is unknown",
          "{} indique {}, mais les requêtes en cours ne peuvent remplir que {} du cache : l’usage du cache KV est "
          "inconnu"},
    Entry{"{} results are not complete: CloudWatch says {}", "{} résultats ne sont pas complets : CloudWatch dit {}"},
    Entry{"{} results do not say which metric and dimensions they are (the first is called '{}'): ask with the labels "
          "of docs/cloudwatch.md, or give the file of queries as well",
          "{} résultats ne disent pas de quelle métrique ni de quelles dimensions ils sont (le premier s’appelle « {} "
          "») : demandez-les avec les étiquettes de docs/cloudwatch.md, ou donnez aussi le fichier de requêtes"},
    Entry{"{} results have not one value for each time", "{} résultats n’ont pas une valeur par instant"},
    Entry{"{} rows at {} are more than 366 days away from the others and were left out",
          "{} lignes du {} sont à plus de 366 jours des autres et ont été écartées"},
    Entry{"{} rows at {} to {} are more than 366 days away from the others and were left out",
          "{} lignes du {} au {} sont à plus de 366 jours des autres et ont été écartées"},
    Entry{"{} rows left out; {}", "{} lignes écartées ; {}"},
    Entry{"{} rows name no pool; they are taken as the pool '{}'",
          "{} lignes ne nomment pas de pool ; elles sont attribuées au pool « {} »"},
    Entry{"{} rows repeat a pool and time of another table; each counts once",
          "{} lignes répètent un pool et un instant d’une autre table ; chacun compte une fois"},
    Entry{"{} rows repeat a time of their pool; the first counts",
          "{} lignes répètent un instant de leur pool ; la première compte"},
    Entry{"{} rows run more GPUs than the pool has; the pool's total counts",
          "{} lignes utilisent plus de GPU que le pool n’en a ; le total du pool compte"},
    Entry{"{} sample carries no time and is taken as of {}, {}; scrape with timestamps to use it elsewhere",
          "{} échantillon n’a pas d’heure et est daté de {}, {} ; relevez avec horodatage pour l’utiliser ailleurs"},
    Entry{"{} sample repeats a series and time; it counts once",
          "{} échantillon répète une série et une heure ; il ne compte qu’une fois"},
    Entry{"{} samples are NaN: the exporter had no reading",
          "{} échantillons valent NaN : l’exporteur n’avait pas de mesure"},
    Entry{"{} samples at {} are more than 366 days away from the others ({}) and were left out; --end looks at another "
          "time",
          "{} échantillons du {} sont à plus de 366 jours des autres ({}) et ont été écartés ; --end permet de viser "
          "une autre période"},
    Entry{"{} samples at {} to {} are more than 366 days away from the others ({}) and were left out; --end looks at "
          "another time",
          "{} échantillons du {} au {} sont à plus de 366 jours des autres ({}) et ont été écartés ; --end permet de "
          "viser une autre période"},
    Entry{"{} samples carry no time and are taken as of {}, {}; scrape with timestamps to use them elsewhere",
          "{} échantillons sans horodatage, datés du {} ({}) ; relevez-les avec horodatage pour les utiliser ailleurs"},
    Entry{"{} samples have no time; give --end", "{} échantillons sans horodatage ; donnez --end"},
    Entry{"{} samples repeat a series and time with another value; the largest is used; the first: {}",
          "{} échantillons répètent une série et un instant avec une autre valeur ; la plus grande est retenue ; le "
          "premier : {}"},
    Entry{"{} samples repeat a series and time; each counts once",
          "{} échantillons répètent une série et un instant ; chacun compte une fois"},
    Entry{"{} series hold bytes that are no UTF-8; they are printed as U+FFFD",
          "{} séries contiennent des octets qui ne sont pas de l’UTF-8, affichés comme U+FFFD"},
    Entry{"{} series read up to {} times what can be: no scale explains that, so they are not used",
          "{} séries lisent jusqu’à {} fois ce qui est possible : aucune échelle ne l’explique, elles ne sont donc pas "
          "utilisées"},
    Entry{"{} times are more than 366 days after the others ({}): they do not date the dump, and {} objects created "
          "then were left out; --end looks at another time",
          "{} dates sont à plus de 366 jours après les autres ({}) : elles ne datent pas l’export, et {} objets créés "
          "alors ont été écartés ; --end permet de viser une autre période"},
    Entry{"{} timestamps can only be in the other format's unit and were read so",
          "{} horodatages ne peuvent être que dans l’unité de l’autre format et ont été lus ainsi"},
    Entry{"{} values are not of the statistic Average and were left out",
          "{} valeurs ne sont pas de la statistique Average et ont été écartées"},
    Entry{"{} values have no time or no number and were left out",
          "{} valeurs n’ont pas d’instant ou pas de nombre et ont été écartées"},
    Entry{"{} were asked for, the data hold {}", "{} demandés, les données en couvrent {}"},
    Entry{"{}: cannot read '{}'", "{} : « {} » est illisible"},
    Entry{"{}; what came before is used", "{} ; ce qui précède est utilisé"},
};
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::english));

}  // namespace

Catalogue french_inputs() { return kEntries; }

}  // namespace arable::report
